import { compositeKey } from '../../../src-shared/composite-key.ts'
import type { FeatureListItem } from '../../../src-shared/schemas/feature.ts'
import { inList } from '../../store/in-list.ts'
import { fromJson } from '../../store/json.ts'
import type { Queries } from '../../store/queries.ts'
import { readActiveMilestones } from '../milestones/index.ts'

type ListedEnvironment = FeatureListItem['environments'][number]

/** Which flags: those named, or all of a project that are not archived. */
export type Which = { names: readonly string[] } | { project: string }

/** The environments of flags in their order, with what stands in each. */
export async function readListedEnvironments(
  queries: Queries,
  which: Which,
): Promise<Map<string, ListedEnvironment[]>> {
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
    .where('fe.feature_name', 'in', () => namesOf(queries, which))
    .orderBy('e.sort_order')
    .orderBy('e.name')
    .execute()
  const strategies = await countStrategies(queries, which)
  const milestones = await readActiveMilestones(queries, 'names' in which ? which.names : undefined)
  const listed = new Map<string, ListedEnvironment[]>()
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
  return listed
}

/** When a flag was last seen anywhere. */
export function lastSeenOf(environments: readonly { lastSeenAt: string | null }[]): string | null {
  return environments.reduce<string | null>(
    (newest, { lastSeenAt: at }) => (at !== null && (newest === null || at > newest) ? at : newest),
    null,
  )
}

async function countStrategies(
  queries: Queries,
  which: Which,
): Promise<Map<string, { all: number; enabled: number }>> {
  const rows = await queries
    .selectFrom('feature_strategies as s')
    .select((eb) => ['s.feature_name', 's.environment', 's.disabled', eb.fn.countAll<number>().as('count')])
    .where('s.feature_name', 'in', () => namesOf(queries, which))
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

function namesOf(queries: Queries, which: Which) {
  const flags = queries.selectFrom('features').select('features.name')
  return 'names' in which
    ? flags.where((eb) => inList(eb.ref('features.name'), which.names))
    : flags.where('features.project', '=', which.project).where('features.archived_at', 'is', null)
}
