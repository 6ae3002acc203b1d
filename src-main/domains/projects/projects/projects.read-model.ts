import type { ProjectListItem } from '#shared/projects/schemas/project.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import { Turn } from '#runtime/turn.ts'
import type { Queries } from '#store/queries.ts'
import { countFlags } from './project-flags.read-model.ts'
import { healthOf } from './project-stats.read-model.ts'
import { readOnboarding } from './project-onboarding.read-model.ts'
import { readMembers } from './project-members.read-model.ts'

/** The active projects by name, or the archived ones. Other requests are answered between its queries. */
export async function listProjects(
  queries: Queries,
  now: Date,
  { archived, user }: { archived: boolean; user: number | undefined },
): Promise<ProjectListItem[]> {
  const turn = new Turn()
  const rows = await queries
    .selectFrom('projects')
    .selectAll()
    .where('archived_at', archived ? 'is not' : 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const counts = await countFlags(queries, now)
  await turn.pause()
  const membersOf = await readMembers(queries)
  await turn.pause()
  const favorites = await readFavoriteProjects(queries, user)
  await turn.pause()
  const usage = await lastUsage(queries)
  await turn.pause()
  const changes = await lastChanges(queries)
  await turn.pause()
  const onboardingOf = await readOnboarding(queries)
  await turn.pause()
  return mapInSteps(rows, (row) => {
    const flags = counts.get(row.id) ?? { total: 0, stale: 0, potentiallyStale: 0 }
    const members = membersOf(row.id)
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      ...healthOf(flags),
      featureCount: flags.total,
      memberCount: members.count,
      createdAt: row.created_at,
      archivedAt: row.archived_at,
      mode: row.mode,
      favorite: favorites.has(row.id),
      lastReportedFlagUsage: usage.get(row.id) ?? null,
      lastUpdatedAt: changes.get(row.id) ?? null,
      owners: members.owners,
      onboardingStatus: onboardingOf(row.id),
    }
  })
}

/** The projects that a person wants to see first. */
export async function readFavoriteProjects(queries: Queries, user: number | undefined): Promise<Set<string>> {
  if (user === undefined) return new Set()
  const rows = await queries
    .selectFrom('favorite_projects')
    .select('project')
    .where('user_id', '=', user)
    .execute()
  return new Set(rows.map((row) => row.project))
}

/** Reads when an SDK last reported a flag of each project. */
async function lastUsage(queries: Queries): Promise<Map<string, string | null>> {
  const rows = await queries
    .selectFrom('feature_environments')
    .innerJoin('features', 'features.name', 'feature_environments.feature_name')
    .select((eb) => ['features.project', eb.fn.max('last_seen_at').as('at')])
    .groupBy('features.project')
    .execute()
  return new Map(rows.map((row) => [row.project, row.at]))
}

/** Reads the time of each project's newest event, with one lookup per project. */
async function lastChanges(queries: Queries): Promise<Map<string, string>> {
  const rows = await queries
    .selectFrom('projects')
    .select((eb) => [
      'projects.id',
      eb
        .selectFrom('events')
        .select('created_at')
        .whereRef('project', '=', 'projects.id')
        .orderBy('events.id', 'desc')
        .limit(1)
        .as('at'),
    ])
    .execute()
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at]])))
}
