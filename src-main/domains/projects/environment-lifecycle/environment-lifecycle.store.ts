import type { Environment } from '#shared/projects/schemas/environment.ts'
import type { Queries } from '#store/queries.ts'

export async function insertEnvironment(
  queries: Queries,
  environment: Environment,
  at: string,
): Promise<void> {
  await queries
    .insertInto('environments')
    .values({
      name: environment.name,
      type: environment.type,
      sort_order: environment.sortOrder,
      enabled: environment.enabled,
      protected: environment.protected,
      required_approvals: environment.requiredApprovals,
      created_at: at,
    })
    .execute()
}

/** The projects that have an environment, archived ones too. */
export async function projectsWith(queries: Queries, environment: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('project_environments')
    .select('project')
    .where('environment', '=', environment)
    .orderBy('project')
    .execute()
  return rows.map((row) => row.project)
}

/** Reads the data that is deleted with an environment, for its event, without secrets. */
export async function readLosses(queries: Queries, environment: string) {
  const flags = await queries
    .selectFrom('feature_environments as here')
    .innerJoin('features', 'features.name', 'here.feature_name')
    .select('features.name')
    .where('features.archived_at', 'is', null)
    .where('here.environment', '=', environment)
    .where('here.enabled', '=', true)
    .orderBy('features.name')
    .execute()
  const tokens = await queries
    .selectFrom('api_tokens')
    .select('token_name')
    .where('environment', '=', environment)
    .orderBy('token_name')
    .execute()
  return {
    projects: await projectsWith(queries, environment),
    enabledFlags: flags.map((row) => row.name),
    apiTokens: tokens.map((row) => row.token_name),
  }
}

/** Tables that refer to an environment by name only. Rows that refer to its row are deleted with it. */
const NAMED_ONLY = [
  'api_tokens',
  'role_permissions',
  'client_application_usage',
  'client_instances',
  'client_metrics',
  'client_metrics_variants',
  'unknown_flags',
] as const

/** Deletes an environment, with all its settings and counts. */
export async function deleteEnvironmentRows(queries: Queries, environment: string): Promise<void> {
  for (const table of NAMED_ONLY)
    await queries.deleteFrom(table).where('environment', '=', environment).execute()
  await queries.deleteFrom('environments').where('name', '=', environment).execute()
}
