import { getPersonalDashboardProjectDetails as ofProject } from '#shared/projects/contract/personal-dashboard.ts'
import type { PersonalDashboardProject } from '#shared/projects/schemas/personal-dashboard.ts'
import { query } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { readLatestEvents } from '#domains/audit/records/events/described-events.ts'
import { countFlags } from '../../records/projects/project-flags.read-model.ts'
import { readMembers } from '../../records/projects/project-members.read-model.ts'
import { readProjectOverview } from '../../records/projects/project-overview.read-model.ts'
import { imageUrlOf } from '#domains/access/records/users/user.ts'
import { requirePersonCalling } from '#domains/access/records/users/require-person.ts'

const LATEST_EVENTS = 10

/**
 * One of these projects, or any other that the caller sees (recorded exchange
 * instance/personal-dashboard-of-project).
 */
export const getPersonalDashboardProjectDetails = ({
  access,
  baseUrl,
}: {
  access: AccessDirectory
  baseUrl: string
}) =>
  query(ofProject, async ({ queries, now, caller }, { params: { projectId } }) => {
    const user = requirePersonCalling(caller)
    const overview = await readProjectOverview(queries, now, projectId, user)
    const { health, technicalDebt, onboardingStatus } = overview
    const counts = (await countFlags(queries, now, projectId)).get(projectId)
    const { total, stale, potentiallyStale } = counts ?? { total: 0, stale: 0, potentiallyStale: 0 }
    const events = await readLatestEvents(queries, { projects: [projectId] }, LATEST_EVENTS, baseUrl)
    return {
      latestEvents: events.map(({ id, summary, createdBy, createdByUserId, createdAt }) => ({
        id,
        summary,
        createdBy,
        createdByImageUrl: imageUrlOf({ id: createdByUserId, username: createdBy }),
        createdAt,
      })),
      onboardingStatus,
      owners: (await readMembers(queries, [projectId]))(projectId).owners,
      roles: rolesIn(access, user, projectId),
      insights: {
        avgHealthCurrentWindow: null,
        avgHealthPastWindow: null,
        totalFlags: total,
        activeFlags: total - stale - potentiallyStale,
        staleFlags: stale,
        potentiallyStaleFlags: potentiallyStale,
        health,
        technicalDebt,
      },
    }
  })

/** The roles held in a project, by oneself or through groups, each once. */
function rolesIn(access: AccessDirectory, user: number, project: string): PersonalDashboardProject['roles'] {
  const held = access.grantsOf(user).filter((grant) => grant.project === project)
  const roles = held.flatMap(({ role: { id, name, type } }) =>
    type === 'project' || type === 'custom' ? [{ id, name, type }] : [],
  )
  return [...new Map(roles.map((role) => [role.id, role])).values()]
}
