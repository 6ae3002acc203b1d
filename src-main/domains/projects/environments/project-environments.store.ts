import type { Queries } from '#store/queries.ts'
import { toJson } from '#store/json.ts'

/** Adds an environment to a project, disabled for each of its flags, archived ones included. */
export async function addProjectEnvironment(
  queries: Queries,
  project: string,
  environment: string,
  defaultStrategy: unknown,
): Promise<void> {
  await queries
    .insertInto('project_environments')
    .values({
      project,
      environment,
      default_strategy: defaultStrategy === undefined ? null : toJson(defaultStrategy),
    })
    .execute()
  await queries
    .insertInto('feature_environments')
    .columns(['feature_name', 'environment', 'enabled', 'variants'])
    .expression((eb) =>
      eb
        .selectFrom('features')
        .select((row) => [
          'name',
          row.val(environment).as('environment'),
          row.val(false).as('enabled'),
          row.val(toJson([])).as('variants'),
        ])
        .where('project', '=', project),
    )
    .execute()
}

/** Removes an environment from a project, with all its settings. */
export async function deleteProjectEnvironment(
  queries: Queries,
  project: string,
  environment: string,
): Promise<void> {
  for (const table of ['feature_strategies', 'feature_environments'] as const)
    await queries
      .deleteFrom(table)
      .where('environment', '=', environment)
      .where('feature_name', 'in', (eb) =>
        eb.selectFrom('features').select('name').where('project', '=', project),
      )
      .execute()
  for (const table of ['change_request_settings', 'project_environments'] as const)
    await queries
      .deleteFrom(table)
      .where('project', '=', project)
      .where('environment', '=', environment)
      .execute()
}

/** Reads the data of a project's flags in an environment, for the event of its removal. */
export async function readFlagsIn(queries: Queries, project: string, environment: string) {
  const enabled = await queries
    .selectFrom('feature_environments as here')
    .innerJoin('features', 'features.name', 'here.feature_name')
    .select('features.name')
    .where('features.project', '=', project)
    .where('features.archived_at', 'is', null)
    .where('here.environment', '=', environment)
    .where('here.enabled', '=', true)
    .orderBy('features.name')
    .execute()
  const { count } = await queries
    .selectFrom('feature_strategies as here')
    .innerJoin('features', 'features.name', 'here.feature_name')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('features.project', '=', project)
    .where('here.environment', '=', environment)
    .executeTakeFirstOrThrow()
  return { enabledFlags: enabled.map((row) => row.name), strategies: Number(count) }
}
