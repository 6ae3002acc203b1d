import type { Environment } from '#shared/projects/schemas/environment.ts'
import type { Queries } from '#store/queries.ts'

const COLUMNS = [
  'name',
  'type',
  'sort_order as sortOrder',
  'enabled',
  'protected',
  'required_approvals as requiredApprovals',
] as const

export async function findEnvironment(queries: Queries, name: string): Promise<Environment | undefined> {
  return queries.selectFrom('environments').select(COLUMNS).where('name', '=', name).executeTakeFirst()
}

/** All environments, in their order. */
export async function readEnvironments(queries: Queries): Promise<Environment[]> {
  return queries.selectFrom('environments').select(COLUMNS).orderBy('sort_order').orderBy('name').execute()
}

/** Writes what may change of an environment. */
export async function saveEnvironment(queries: Queries, environment: Environment): Promise<void> {
  await queries
    .updateTable('environments')
    .set({
      type: environment.type,
      sort_order: environment.sortOrder,
      enabled: environment.enabled,
      required_approvals: environment.requiredApprovals,
    })
    .where('name', '=', environment.name)
    .execute()
}
