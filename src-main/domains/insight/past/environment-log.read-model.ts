import { hidesNothing } from '#shared/access/rules/index.ts'
import type { Event } from '#shared/audit/schemas/event.ts'
import { ConfigurationParts } from '#shared/audit/undo/index.ts'
import { isRecord } from '#shared/own-value.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { Turn } from '#runtime/turn.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { readFlagOwners } from '#domains/audit/configuration/flag-rows.read-model.ts'
import { readInBatches } from '#domains/audit/configuration/read-current-parts.ts'
import { findEventIds, readLastEventId } from '#domains/audit/events/events.read-model.ts'
import { eventsAfter } from '#domains/audit/undo/undo-log.read-model.ts'
import { readOverrides } from '#domains/flags/overrides/overrides.store.ts'
import { FLAG_TYPES, overridePath, PARENT_TYPES, SHARED_TYPES } from './logged-changes.ts'
import { PastEnvironment } from './past-environment.ts'

/** Flags with more names than this are found by the range of ids: each name would be looked up in each window. */
const MAX_NAMED = 200
/** Times that a state is read again, if something is written meanwhile. */
const MAX_READS = 3

/** Event of an environment, and whether the caller sees it. */
export interface SeenEvent {
  event: Event
  isVisible: boolean
}

/** State of an environment now, and the last event that it includes. */
export interface PresentEnvironment {
  state: PastEnvironment
  last: number
}

/** Flags that are evaluated, and the audiences of the request: of all flags, or some. */
export interface WantedFlags {
  flags?: readonly string[] | undefined
  audiences?: readonly string[]
}

/** Reads what flags are evaluated with now: all of them, or some with every parent that they ever had. */
export async function readPresent(
  context: QueryContext,
  environment: string,
  { flags, audiences = [] }: WantedFlags,
): Promise<PresentEnvironment> {
  for (let read = 1; ; read += 1) {
    const last = await readLastEventId(context.everything)
    const parts = await readEnvironmentParts(context.visible, environment, flags)
    const state = new PastEnvironment(environment, parts, { now: context.now, audiences })
    if (read === MAX_READS || (await readLastEventId(context.everything)) === last) return { state, last }
  }
}

/** Adds every parent that flags have or had. */
export async function withFormerParents(queries: Queries, flags: readonly string[]): Promise<string[]> {
  const names = new Set(flags)
  const filter = { types: PARENT_TYPES, features: flags, by: indexFor(flags) }
  for await (const events of eventsAfter(queries, 0, filter, 'desc'))
    for (const { data, preData } of events)
      for (const side of [data, preData]) for (const parent of parentsIn(side)) names.add(parent)
  const rows = await queries.selectFrom('feature_dependencies').select(['child', 'parent']).execute()
  const asked = new Set(flags)
  for (const { child, parent } of rows) if (asked.has(child)) names.add(parent)
  return [...names]
}

const indexFor = (flags: readonly string[] | undefined): 'id' | undefined =>
  flags === undefined || flags.length > MAX_NAMED ? 'id' : undefined

/** The parents that an event names: one, or those that it kept of an archived or deleted flag. */
function parentsIn(side: Record<string, unknown> | null): string[] {
  const listed = [side?.['dependencies'], side?.['parts']].flatMap((list): unknown[] =>
    Array.isArray(list) ? list : [],
  )
  return [side, ...listed].filter(isRecord).flatMap(({ feature, path }) => {
    const named = Array.isArray(path) && path[0] === 'parent' ? (path[1] as unknown) : feature
    return typeof named === 'string' ? [named] : []
  })
}

/** Reads the parts that flags are evaluated with now: of all flags, or of some. */
export async function readEnvironmentParts(
  queries: Queries,
  environment: string,
  flags: readonly string[] | undefined,
): Promise<ConfigurationParts> {
  const parts = new ConfigurationParts()
  const segments = await queries.selectFrom('segments').select('id').execute()
  const owners = [
    ...(flags?.map((name) => ['flag', name]) ?? (await readFlagOwners(queries))),
    ...segments.map(({ id }) => ['segment', String(id)]),
  ]
  for await (const batch of readInBatches(queries, owners))
    for (const { path, value } of batch.parts.all())
      if (PastEnvironment.concerns(environment, path)) parts.set(path, value)
  const places = await queries
    .selectFrom('project_environments')
    .select(['project', 'default_strategy'])
    .where('environment', '=', environment)
    .execute()
  for (const { project, default_strategy: strategy } of places)
    parts.set(
      ['project', project, 'env', environment, 'default-strategy'],
      strategy === null ? null : fromJson(strategy),
    )
  const wanted = flags === undefined ? { environment } : { environment, features: flags }
  for (const override of await readOverrides(queries, wanted)) parts.set(overridePath(override), override)
  return parts
}

/**
 * Reads the events that changed how flags are evaluated in an environment, newest first, from one event down to another: those of
 * the flags, and those of what all flags share.
 */
export async function* readEnvironmentLog(
  context: QueryContext,
  {
    environment,
    flags,
    after,
    last,
  }: { environment: string; flags: readonly string[] | undefined; after: number; last: number },
): AsyncGenerator<SeenEvent[]> {
  const { everything, hidden } = context
  const range = { environment, upTo: last }
  const types = flags === undefined ? [...FLAG_TYPES, ...SHARED_TYPES] : FLAG_TYPES
  const own = eventsAfter(
    everything,
    after,
    { ...range, types, ...(flags ? { features: flags } : {}), by: indexFor(flags) },
    'desc',
  )
  const shared = flags
    ? eventsAfter(everything, after, { ...range, types: SHARED_TYPES, by: 'type' }, 'desc')
    : undefined
  const turn = new Turn()
  for await (const events of shared ? newestOf(own, shared) : own) {
    const visible = hidesNothing(hidden)
      ? undefined
      : await findEventIds(
          context.visible,
          events.map(({ id }) => id),
        )
    yield events.map((event) => ({ event, isVisible: visible?.has(event.id) ?? true }))
    await turn.pause()
  }
}

/** Joins two lists that are read in parts, each newest first. */
async function* newestOf(
  one: AsyncGenerator<Event[]>,
  other: AsyncGenerator<Event[]>,
): AsyncGenerator<Event[]> {
  const next = async (list: AsyncGenerator<Event[]>) => {
    const part = await list.next()
    return part.done ? undefined : part.value
  }
  let [a, b] = [await next(one), await next(other)]
  while (a && b) {
    const [lastA, lastB] = [a.at(-1)?.id ?? 0, b.at(-1)?.id ?? 0]
    const from = Math.max(lastA, lastB)
    const isNewer = ({ id }: Event) => id >= from
    yield [...a.filter(isNewer), ...b.filter(isNewer)].sort((left, right) => right.id - left.id)
    const [restA, restB] = [a.filter((event) => !isNewer(event)), b.filter((event) => !isNewer(event))]
    a = restA.length > 0 ? restA : await next(one)
    b = restB.length > 0 ? restB : await next(other)
  }
  if (a) yield a
  if (b) yield b
  yield* one
  yield* other
}
