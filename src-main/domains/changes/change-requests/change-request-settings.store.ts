import { prepared } from '#store/prepared.ts'
import type { Queries } from '#store/queries.ts'

export interface EnvironmentSettings {
  environment: string
  type: string
  /** null: changes need not be requested. */
  requiredApprovals: number | null
  /** Number of approvals set on the environment itself; null: not set. */
  ownApprovals: number | null
}

/** Reads the environments of a project in their order, with their settings. */
export async function readSettings(queries: Queries, project: string): Promise<EnvironmentSettings[]> {
  return queries
    .selectFrom('project_environments as here')
    .innerJoin('environments as environment', 'environment.name', 'here.environment')
    .leftJoin('change_request_settings as setting', (join) =>
      join
        .onRef('setting.project', '=', 'here.project')
        .onRef('setting.environment', '=', 'here.environment'),
    )
    .select([
      'environment.name as environment',
      'environment.type',
      'setting.required_approvals as requiredApprovals',
      'environment.required_approvals as ownApprovals',
    ])
    .where('here.project', '=', project)
    .orderBy('environment.sort_order')
    .orderBy('environment.name')
    .execute()
}

/**
 * Finds the number of approvals required in an environment of a project. Returns undefined if changes need no
 * request there.
 */
export async function findRequiredApprovals(
  queries: Queries,
  project: string,
  environment: string,
): Promise<number | undefined> {
  const { rows } = await selectSetting(queries, { project, environment })
  return rows[0]?.required_approvals
}

const selectSetting = prepared(
  (queries, { project, environment }: { project: string; environment: string }) =>
    queries
      .selectFrom('change_request_settings')
      .select('required_approvals')
      .where('project', '=', project)
      .where('environment', '=', environment),
)

/** The environments of a project in which changes have to be requested; those of the type production come first. */
export async function environmentsWithRequests(queries: Queries, project: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('change_request_settings as setting')
    .innerJoin('environments', 'environments.name', 'setting.environment')
    .select(['environments.name', 'environments.type'])
    .where('setting.project', '=', project)
    .orderBy('environments.sort_order')
    .orderBy('environments.name')
    .execute()
  const isProduction = (row: { type: string }) => row.type === 'production'
  return [...rows.filter(isProduction), ...rows.filter((row) => !isProduction(row))].map((row) => row.name)
}

export async function saveSettings(
  queries: Queries,
  project: string,
  environment: string,
  requiredApprovals: number | null,
): Promise<void> {
  if (requiredApprovals === null) {
    await queries
      .deleteFrom('change_request_settings')
      .where('project', '=', project)
      .where('environment', '=', environment)
      .execute()
    return
  }
  const row = { required_approvals: requiredApprovals }
  await queries
    .insertInto('change_request_settings')
    .values({ project, environment, ...row })
    .onConflict((conflict) => conflict.columns(['project', 'environment']).doUpdateSet(row))
    .execute()
}
