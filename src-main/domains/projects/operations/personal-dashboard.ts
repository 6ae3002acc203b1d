import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { requirePersonCalling } from '#domains/access/users/require-person.ts'
import { imageUrlOf } from '#domains/access/users/user.ts'
import { readLatestEvents } from '#domains/audit/events/described-events.ts'
import { inSteps } from '#runtime/in-steps.ts'
import { query } from '#kernel/use-case.ts'
import { DEFAULT_PROJECT, decide } from '#shared/access/rules/index.ts'
import { compositeKey } from '#shared/composite-key.ts'
import * as contract from '#shared/projects/contract/personal-dashboard.ts'
import type {
  PersonalDashboard,
  PersonalDashboardProject,
} from '#shared/projects/schemas/personal-dashboard.ts'
import type { ProjectListItem } from '#shared/projects/schemas/project.ts'
import { readFlagsOf, readPeople } from '../projects/personal-dashboard.read-model.ts'
import { countFlags } from '../projects/project-flags.read-model.ts'
import { readMembers } from '../projects/project-members.read-model.ts'
import { readProjectOverview } from '../projects/project-overview.read-model.ts'
import { listProjects } from '../projects/projects.read-model.ts'

/**
 * Returns the caller's flags and projects, and whom to ask for more access (recorded exchange
 * instance/personal-dashboard). A token has no user: 400 (the original responds 500).
 */
export const getPersonalDashboard = ({ access }: { access: AccessDirectory }) =>
  query(contract.getPersonalDashboard, async ({ visible, now, caller }) => {
    const user = requirePersonCalling(caller)
    const mine = new Set([DEFAULT_PROJECT, ...access.grantsOf(user).flatMap(({ project }) => project ?? [])])
    const projects = await listProjects(visible, now, { archived: false, user })
    return {
      projects: projects.filter(({ id }) => mine.has(id)).map(toProject),
      flags: await readFlagsOf(visible, user),
      projectOwners: ownersOf(projects),
      admins: await adminsOf(access, await readPeople(visible)),
    }
  })

function toProject(project: ProjectListItem): PersonalDashboard['projects'][number] {
  const { id, name, health, technicalDebt, memberCount, featureCount } = project
  return { id, name, health, technicalDebt, memberCount, featureCount }
}

/** Lists the owners of all projects, without duplicates. */
function ownersOf(projects: readonly ProjectListItem[]): PersonalDashboard['projectOwners'] {
  const owners = projects.flatMap((project) => project.owners)
  const people = owners.filter((owner) => owner.ownerType === 'user')
  return [...new Map(people.map((owner) => [compositeKey(owner.imageUrl, owner.name), owner])).values()]
}

type Person = Awaited<ReturnType<typeof readPeople>>[number]

async function adminsOf(
  access: AccessDirectory,
  people: readonly Person[],
): Promise<PersonalDashboard['admins']> {
  const admins: PersonalDashboard['admins'] = []
  await inSteps(people, (person) => {
    if (decide(access.subjectOfUser(person.id), { anyOf: ['ADMIN'] }).allowed) admins.push(toAdmin(person))
  })
  return admins
}

const toAdmin = (person: Person): PersonalDashboard['admins'][number] => ({
  id: person.id,
  ...(person.name === null ? {} : { name: person.name }),
  ...(person.username === null ? {} : { username: person.username }),
  ...(person.email === null ? {} : { email: person.email }),
  imageUrl: imageUrlOf(person),
})

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
  query(
    contract.getPersonalDashboardProjectDetails,
    async ({ visible, now, caller }, { params: { projectId } }) => {
      const user = requirePersonCalling(caller)
      const overview = await readProjectOverview(visible, now, projectId, user)
      const { health, technicalDebt, onboardingStatus } = overview
      const counts = (await countFlags(visible, now, projectId)).get(projectId)
      const { total, stale, potentiallyStale } = counts ?? { total: 0, stale: 0, potentiallyStale: 0 }
      const events = await readLatestEvents(visible, { projects: [projectId] }, LATEST_EVENTS, baseUrl)
      return {
        latestEvents: events.map(({ id, summary, createdBy, createdByUserId, createdAt }) => ({
          id,
          summary,
          createdBy,
          createdByImageUrl: imageUrlOf({ id: createdByUserId, username: createdBy }),
          createdAt,
        })),
        onboardingStatus,
        owners: (await readMembers(visible, [projectId]))(projectId).owners,
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
    },
  )

/** The roles held in a project, by oneself or through groups, each once. */
function rolesIn(access: AccessDirectory, user: number, project: string): PersonalDashboardProject['roles'] {
  const held = access.grantsOf(user).filter((grant) => grant.project === project)
  const roles = held.flatMap(({ role: { id, name, type } }) =>
    type === 'project' || type === 'custom' ? [{ id, name, type }] : [],
  )
  return [...new Map(roles.map((role) => [role.id, role])).values()]
}
