import { compositeKey } from '#shared/composite-key.ts'
import type { FeatureListItem } from '#shared/flags/schemas/feature.ts'
import { inFlagBatches } from '#store/flag-batches.ts'
import { inList } from '#store/in-list.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { readActiveMilestones } from '../milestones/releases.read-model.ts'

type ListedEnvironment = FeatureListItem['environments'][number]

/** Selection of flags: the named ones, or all unarchived flags of a project. */
export type FlagSelection = { names: readonly string[] } | { project: string }

/** Reads the environments of flags in their order, with the settings in each. */
export async function readListedEnvironments(
  queries: Queries,
  which: FlagSelection,
): Promise<Map<string, ListedEnvironment[]>> {
  const listed = new Map<string, ListedEnvironment[]>()
  for await (const names of inFlagBatches(await namesOf(queries, which)))
    await listBatch(queries, names, listed)
  return listed
}

async function listBatch(
  queries: Queries,
  names: readonly string[],
  listed: Map<string, ListedEnvironment[]>,
): Promise<void> {
  const rows = await queries
    .selectFrom('feature_environments as fe')
    .innerJoin('environments as e', 'e.name', 'fe.environment')
    .select([
      'fe.feature_name',
      'fe.enabled',
      'fe.variants',
      'fe.last_seen_at',
      'e.name',
      'e.type',
      'e.sort_order',
    ])
    .where((eb) => inList(eb.ref('fe.feature_name'), names))
    .orderBy('e.sort_order')
    .orderBy('e.name')
    .execute()
  const strategies = await countStrategies(queries, names)
  const milestones = await readActiveMilestones(queries, names)
  for (const row of rows) {
    const counts = strategies.get(compositeKey(row.feature_name, row.name)) ?? { all: 0, enabled: 0 }
    const environment = {
      name: row.name,
      enabled: row.enabled,
      type: row.type,
      sortOrder: row.sort_order,
      variantCount: fromJson<unknown[]>(row.variants).length,
      lastSeenAt: row.last_seen_at,
      hasStrategies: counts.all > 0,
      hasEnabledStrategies: counts.enabled > 0,
      ...milestones.get(compositeKey(row.feature_name, row.name)),
    }
    const group = listed.get(row.feature_name)
    if (group) group.push(environment)
    else listed.set(row.feature_name, [environment])
  }
}

/** Returns the time when a flag was last seen in any environment. */
export function lastSeenOf(environments: readonly { lastSeenAt: string | null }[]): string | null {
  return environments.reduce<string | null>(
    (newest, { lastSeenAt: at }) => (at !== null && (newest === null || at > newest) ? at : newest),
    null,
  )
}

async function countStrategies(
  queries: Queries,
  names: readonly string[],
): Promise<Map<string, { all: number; enabled: number }>> {
  const rows = await queries
    .selectFrom('feature_strategies as s')
    .select((eb) => ['s.feature_name', 's.environment', 's.disabled', eb.fn.countAll<number>().as('count')])
    .where((eb) => inList(eb.ref('s.feature_name'), names))
    .groupBy(['s.feature_name', 's.environment', 's.disabled'])
    .execute()
  const counts = new Map<string, { all: number; enabled: number }>()
  for (const row of rows) {
    const key = compositeKey(row.feature_name, row.environment)
    const entry = counts.get(key) ?? { all: 0, enabled: 0 }
    entry.all += Number(row.count)
    if (!row.disabled) entry.enabled += Number(row.count)
    counts.set(key, entry)
  }
  return counts
}

async function namesOf(queries: Queries, which: FlagSelection): Promise<readonly string[]> {
  if ('names' in which) return which.names
  const rows = await queries
    .selectFrom('features')
    .select('name')
    .where('project', '=', which.project)
    .where('archived_at', 'is', null)
    .execute()
  return rows.map(({ name }) => name)
}
