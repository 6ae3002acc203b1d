import { isStandardStrategy } from '#shared/flags/evaluation/strategies.ts'
import { Turn } from '#runtime/turn.ts'
import { flagBatches } from '#store/flag-batches.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

/** Fewer flags than usual at once: constraints are long texts, each of which is parsed. */
const FLAGS_AT_ONCE = 100
/** Strategies of milestones at once. */
const STRATEGIES_AT_ONCE = 500

/** Which of some fields are used. */
export interface FieldUses {
  /** Fields of those that were asked about that nothing uses. */
  unused: ReadonlySet<string>
  /** True if there are strategies whose code is with the SDK: it may look at any field. */
  hasCustomStrategies: boolean
}

/**
 * Finds which fields no constraint and no stickiness uses, in any project and environment: of strategies, disabled ones too,
 * variants, segments, release templates and plans, default strategies and overrides. Stops when all are used.
 */
export async function readFieldUses(queries: Queries, fields: Iterable<string>): Promise<FieldUses> {
  const unused = new Set(fields)
  let hasCustomStrategies = false
  const turn = new Turn()
  for await (const texts of storedTexts(
    queries,
    (name) => (hasCustomStrategies ||= !isStandardStrategy(name)),
  )) {
    for (const text of texts) {
      dropUsed(JSON.parse(text), unused)
      await turn.pause()
    }
    if (unused.size === 0) break
  }
  return { unused, hasCustomStrategies }
}

/** All JSON in which fields are named. */
async function* storedTexts(
  queries: Queries,
  noteStrategy: (name: string) => void,
): AsyncGenerator<string[]> {
  const segments = await queries.selectFrom('segments').select('constraints').execute()
  yield segments.map(({ constraints }) => constraints)
  for (let last = '', isFull = true; isFull;) {
    const milestones = await queries
      .selectFrom('milestone_strategies')
      .select(['id', 'name', 'constraints', 'parameters', 'variants'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(STRATEGIES_AT_ONCE)
      .execute()
    for (const { name } of milestones) noteStrategy(name)
    yield milestones.flatMap(({ constraints, parameters, variants }) => [constraints, parameters, variants])
    isFull = milestones.length === STRATEGIES_AT_ONCE
    last = milestones.at(-1)?.id ?? last
  }
  const defaults = await queries
    .selectFrom('project_environments')
    .select('default_strategy as text')
    .where('default_strategy', 'is not', null)
    .execute()
  yield defaults.flatMap(({ text }) => text ?? [])
  const overrides = await queries.selectFrom('overrides').select(['strategies', 'variant']).execute()
  yield overrides.flatMap(({ strategies, variant }) => [strategies ?? [], variant ?? []].flat())
  for await (const flags of flagBatches(queries, FLAGS_AT_ONCE)) {
    const strategies = await queries
      .selectFrom('feature_strategies')
      .select(['name', 'constraints', 'parameters', 'variants'])
      .where((eb) => inList(eb.ref('feature_name'), flags))
      .execute()
    for (const { name } of strategies) noteStrategy(name)
    yield strategies.flatMap(({ constraints, parameters, variants }) => [constraints, parameters, variants])
    const places = await queries
      .selectFrom('feature_environments')
      .select('variants')
      .where((eb) => inList(eb.ref('feature_name'), flags))
      .where('variants', '!=', '[]')
      .execute()
    yield places.map(({ variants }) => variants)
  }
}

const NAMING: ReadonlySet<string> = new Set(['contextName', 'stickiness'])

/** Removes the fields that a value names, however deep. */
function dropUsed(value: unknown, unused: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string') {
      if (NAMING.has(key)) unused.delete(inner)
    } else dropUsed(inner, unused)
  }
}
