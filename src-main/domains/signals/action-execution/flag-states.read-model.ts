import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

export interface FlagState {
  project: string
  isArchived: boolean
}

/** The flags of these names, in any project, archived ones too. */
export async function readFlagStates(
  queries: Queries,
  names: Iterable<string>,
): Promise<Map<string, FlagState>> {
  const rows = await queries
    .selectFrom('features')
    .select(['name', 'project', 'archived_at'])
    .where((eb) => inList(eb.ref('name'), names))
    .execute()
  return new Map(
    rows.map(({ name, project, archived_at }) => [name, { project, isArchived: archived_at !== null }]),
  )
}

/** Tells whether each of these flags has an active strategy in an environment. */
export async function haveActiveStrategies(
  queries: Queries,
  names: readonly string[],
  environment: string,
): Promise<boolean> {
  const rows = await queries
    .selectFrom('feature_strategies')
    .select('feature_name')
    .distinct()
    .where((eb) => inList(eb.ref('feature_name'), names))
    .where('environment', '=', environment)
    .where('disabled', '=', false)
    .execute()
  return rows.length === new Set(names).size
}
