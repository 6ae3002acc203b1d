import type { ProjectOverview } from '#shared/projects/schemas/project.ts'
import { notFound } from '#kernel/app-error.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { countFlags } from './project-flags.read-model.ts'
import { healthOf, readProjectStats } from './project-stats.read-model.ts'
import { readMembers } from './project-members.read-model.ts'
import { readOnboarding } from './project-onboarding.read-model.ts'
import { readFavoriteProjects } from './projects.read-model.ts'
import type { FeatureNaming } from './projects.store.ts'

const NO_NAMING: FeatureNaming = { pattern: null, example: null, description: null }

/** Reads a project with its figures (docs/contract/projects.md#shapes); 404 "No project found". */
export async function readProjectOverview(
  queries: Queries,
  now: Date,
  id: string,
  user: number | undefined,
): Promise<ProjectOverview> {
  const row = await queries.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('No project found')
  const flags = (await countFlags(queries, now, id)).get(id) ?? { total: 0, stale: 0, potentiallyStale: 0 }
  const members = (await readMembers(queries, [id]))(id)
  return {
    version: 1,
    stats: await readProjectStats(queries, now, id),
    name: row.name,
    description: row.description,
    mode: row.mode,
    featureLimit: row.feature_limit,
    featureNaming: row.feature_naming === null ? NO_NAMING : fromJson(row.feature_naming),
    linkTemplates: fromJson(row.link_templates),
    defaultStickiness: row.default_stickiness,
    ...healthOf(flags),
    favorite: (await readFavoriteProjects(queries, user)).has(id),
    updatedAt: row.updated_at,
    ...(row.archived_at === null ? {} : { archivedAt: row.archived_at }),
    createdAt: row.created_at,
    onboardingStatus: (await readOnboarding(queries, id))(id),
    environments: await readEnvironments(queries, id),
    featureTypeCounts: await countTypes(queries, id),
    members: members.count,
  }
}

async function readEnvironments(queries: Queries, project: string): Promise<ProjectOverview['environments']> {
  const rows = await queries
    .selectFrom('project_environments')
    .innerJoin('environments', 'environments.name', 'project_environments.environment')
    .leftJoin('change_request_settings as setting', (join) =>
      join
        .onRef('setting.project', '=', 'project_environments.project')
        .onRef('setting.environment', '=', 'project_environments.environment'),
    )
    .select([
      'environments.name',
      'project_environments.default_strategy',
      'setting.required_approvals as approvals',
    ])
    .where('project_environments.project', '=', project)
    .orderBy('environments.sort_order')
    .orderBy('environments.name')
    .execute()
  return rows.map((row) => ({
    environment: row.name,
    // included where changes need approval: everybody who changes flags there must know (shapes:
    // projectEnvironmentSchema)
    ...(row.approvals === null ? {} : { changeRequestsEnabled: true }),
    ...(row.default_strategy === null ? {} : { defaultStrategy: fromJson<unknown>(row.default_strategy) }),
  }))
}

async function countTypes(queries: Queries, project: string): Promise<ProjectOverview['featureTypeCounts']> {
  const rows = await queries
    .selectFrom('features')
    .select((eb) => ['type', eb.fn.countAll<number>().as('count')])
    .where('project', '=', project)
    .where('archived_at', 'is', null)
    .groupBy('type')
    .orderBy('type')
    .execute()
  return rows.map((row) => ({ type: row.type, count: Number(row.count) }))
}
