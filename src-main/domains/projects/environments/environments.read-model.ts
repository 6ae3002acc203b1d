import type { EnvironmentListItem, ProjectEnvironmentItem } from '#shared/projects/schemas/environment.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { readEnvironments } from './environments.store.ts'

/** Reads all environments in their order, with their uses (recorded exchange environments/list). */
export async function listEnvironments(queries: Queries): Promise<EnvironmentListItem[]> {
  const projects = countsBy(
    await queries
      .selectFrom('project_environments')
      .innerJoin('projects', 'projects.id', 'project_environments.project')
      .where('projects.archived_at', 'is', null)
      .select((eb) => ['environment', eb.fn.countAll<number>().as('count')])
      .groupBy('environment')
      .execute(),
  )
  const tokens = countsBy(
    await queries
      .selectFrom('api_tokens')
      .select((eb) => ['environment', eb.fn.countAll<number>().as('count')])
      .groupBy('environment')
      .execute(),
  )
  const toggles = await countEnabledFlags(queries)
  return (await readEnvironments(queries)).map((environment) => ({
    ...environment,
    projectCount: projects.get(environment.name) ?? 0,
    apiTokenCount: tokens.get(environment.name) ?? 0,
    enabledToggleCount: toggles.get(environment.name) ?? 0,
  }))
}

/**
 * Reads all environments in their order, with a project's data in them (recorded exchanges
 * environments/of-project and environments/of-unknown-project).
 */
export async function listEnvironmentsOf(
  queries: Queries,
  project: string,
): Promise<ProjectEnvironmentItem[]> {
  const rows = await queries
    .selectFrom('project_environments')
    .select(['environment', 'default_strategy'])
    .where('project', '=', project)
    .execute()
  const visible = new Map(rows.map((row) => [row.environment, row.default_strategy]))
  const tokens = await countTokensOf(queries, project)
  const toggles = await countEnabledFlags(queries, project)
  return (await readEnvironments(queries)).map((environment) => {
    const strategy = visible.get(environment.name) ?? null
    return {
      ...environment,
      projectApiTokenCount: tokens.get(environment.name) ?? 0,
      projectEnabledToggleCount: toggles.get(environment.name) ?? 0,
      visible: visible.has(environment.name),
      ...(strategy === null ? {} : { defaultStrategy: fromJson<unknown>(strategy) }),
    }
  })
}

/** The tokens that open the project: its own, and those that open all projects. An unknown project has none. */
async function countTokensOf(queries: Queries, project: string): Promise<Map<string, number>> {
  return countsBy(
    await queries
      .selectFrom('api_tokens')
      .where((eb) => {
        const links = eb
          .selectFrom('api_token_projects as link')
          .select('link.project')
          .whereRef('link.secret', '=', 'api_tokens.secret')
        const known = eb.selectFrom('projects').select('id').where('id', '=', project)
        return eb.and([
          eb.exists(known),
          eb.or([eb.exists(links.where('link.project', '=', project)), eb.not(eb.exists(links))]),
        ])
      })
      .select((eb) => ['environment', eb.fn.countAll<number>().as('count')])
      .groupBy('environment')
      .execute(),
  )
}

/** Counts the enabled, unarchived flags by environment, of one project or all. */
async function countEnabledFlags(queries: Queries, project?: string): Promise<Map<string, number>> {
  return countsBy(
    await queries
      .selectFrom('feature_environments')
      .innerJoin('features', 'features.name', 'feature_environments.feature_name')
      .where('features.archived_at', 'is', null)
      .where('feature_environments.enabled', '=', true)
      .$if(project !== undefined, (q) => q.where('features.project', '=', project ?? ''))
      .select((eb) => ['environment', eb.fn.countAll<number>().as('count')])
      .groupBy('environment')
      .execute(),
  )
}

const countsBy = (rows: { environment: string; count: number | string | bigint }[]) =>
  new Map(rows.map((row) => [row.environment, Number(row.count)]))
