import type { Selectable } from 'kysely'

import type { MinuteCount } from '#shared/impression-timeline.ts'
import type { Impression, ImpressionSession } from '#shared/clients/schemas/impression.ts'
import { Turn } from '#runtime/turn.ts'
import { inBatches } from '#store/in-batches.ts'
import { inList } from '#store/in-list.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { readWithin, wholePage } from '#store/rows-within.ts'
import type { ImpressionsTable } from '#store/schema.ts'
import { insertAll } from '#store/insert-all.ts'

export interface ImpressionFilter {
  sessionId?: string | undefined
  userId?: string | undefined
  flag?: string | undefined
  variant?: string | undefined
  eventType?: string | undefined
  environment?: string | undefined
  enabled?: boolean | undefined
  /** true: only what was warned of. */
  warnings?: boolean | undefined
}

/** A page of impressions by the time that they came in, as many as fit into it, and how many there are. */
export async function searchImpressions(
  queries: Queries,
  filter: ImpressionFilter,
  page: { offset: number; limit: number; order: 'asc' | 'desc' },
): Promise<{ impressions: Impression[]; total: number }> {
  const found = filtered(queries, filter)
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const inOrder = found.selectAll().orderBy('id', page.order)
  const { rows } = await readWithin((part) => inOrder.limit(part.limit).offset(part.offset).execute(), {
    ...wholePage(({ context }: { context: string }) => context.length),
    ...page,
  })
  return { impressions: rows.map(toImpression), total: Number(total) }
}

/** So many rows are looked at in one step. */
const STEP = 1000

/** Impressions in the order they came in, at most `most`, some at a time: others have their turn in between. */
export async function* readImpressionsInSteps(
  queries: Queries,
  filter: ImpressionFilter,
  most: number,
): AsyncGenerator<Impression[]> {
  const turn = new Turn()
  const { first, last } = await queries
    .selectFrom('impressions')
    .select((eb) => [eb.fn.min<number | null>('id').as('first'), eb.fn.max<number | null>('id').as('last')])
    .executeTakeFirstOrThrow()
  let left = most
  for (let from = first ?? 0; from <= (last ?? -1) && left > 0; from += STEP) {
    const rows = await filtered(queries, filter)
      .selectAll()
      .where('id', '>=', from)
      .where('id', '<', from + STEP)
      .orderBy('id')
      .limit(left)
      .execute()
    left -= rows.length
    yield rows.map(toImpression)
    await turn.pause()
  }
}

/** Counts impressions by the minute, some at a time: others have their turn in between. */
export async function countByMinute(queries: Queries, filter: ImpressionFilter): Promise<MinuteCount[]> {
  const counts = new Map<string, MinuteCount>()
  await inWindows(queries, async (from) => {
    const rows = await filtered(queries, filter)
      .where('id', '>=', from)
      .where('id', '<', from + STEP)
      .select((eb) => [
        eb.fn<string>('substr', ['received_at', eb.val(1), eb.val('2026-11-22T15:30'.length)]).as('minute'),
        eb.fn.countAll<number>().as('count'),
        eb.fn.sum<number>(eb.case().when('enabled', '=', true).then(1).else(0).end()).as('on'),
      ])
      .groupBy('minute')
      .execute()
    for (const { minute, count, on } of rows) {
      const before = counts.get(minute) ?? { minute, on: 0, off: 0 }
      counts.set(minute, {
        minute,
        on: before.on + Number(on),
        off: before.off + Number(count) - Number(on),
      })
    }
  })
  return [...counts.values()]
}

/** Does something with every window of ids, with pauses. */
async function inWindows(queries: Queries, work: (from: number) => Promise<void>): Promise<void> {
  const turn = new Turn()
  const { first, last } = await queries
    .selectFrom('impressions')
    .select((eb) => [eb.fn.min<number | null>('id').as('first'), eb.fn.max<number | null>('id').as('last')])
    .executeTakeFirstOrThrow()
  for (let from = first ?? 0; from <= (last ?? -1); from += STEP) {
    await work(from)
    await turn.pause()
  }
}

function filtered(queries: Queries, filter: ImpressionFilter) {
  const columns = [
    ['session_id', filter.sessionId],
    ['user_id', filter.userId],
    ['feature_name', filter.flag],
    ['variant', filter.variant],
    ['event_type', filter.eventType],
    ['environment', filter.environment],
    ['enabled', filter.enabled],
  ] as const
  let found = queries.selectFrom('impressions')
  for (const [column, value] of columns) if (value !== undefined) found = found.where(column, '=', value)
  if (filter.warnings !== undefined) found = found.where('warnings', filter.warnings ? '!=' : '=', '[]')
  return found
}

function toImpression(row: Selectable<ImpressionsTable>): Impression {
  return {
    id: row.id,
    receivedAt: row.received_at,
    eventType: row.event_type,
    eventId: row.event_id,
    featureName: row.feature_name,
    enabled: row.enabled,
    variant: row.variant,
    sessionId: row.session_id,
    userId: row.user_id,
    appName: row.app_name,
    environment: row.environment ?? '',
    context: fromJson<Record<string, unknown>>(row.context),
    reason: row.reason ?? '',
    warnings: fromJson<string[]>(row.warnings),
  }
}

const SESSIONS = 200
const SESSIONS_AT_ONCE = 20

/** The sessions that impressions came from, the last one first. */
export async function readSessions(queries: Queries): Promise<ImpressionSession[]> {
  const last = await queries
    .selectFrom('impressions')
    .select('session_id as id')
    .groupBy('session_id')
    .orderBy((eb) => eb.fn.max('id'), 'desc')
    .limit(SESSIONS)
    .execute()
  const sessions: ImpressionSession[] = []
  await inBatches(
    last.map(({ id }) => id),
    async (ids) => void sessions.push(...(await describeSessions(queries, ids))),
    SESSIONS_AT_ONCE,
  )
  return sessions
}

async function describeSessions(
  queries: Queries,
  ids: readonly (string | null)[],
): Promise<ImpressionSession[]> {
  const named = ids.filter((id) => id !== null)
  const rows = await queries
    .selectFrom('impressions')
    .where((eb) =>
      ids.length === named.length
        ? inList(eb.ref('session_id'), named)
        : eb.or([inList(eb.ref('session_id'), named), eb('session_id', 'is', null)]),
    )
    .select((eb) => [
      'session_id as sessionId',
      eb.fn.max('user_id').as('userId'),
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>('feature_name').distinct().as('flags'),
      eb.fn.sum<number>(eb.case().when('warnings', '!=', '[]').then(1).else(0).end()).as('warnings'),
      eb.fn.min('received_at').as('firstAt'),
      eb.fn.max('received_at').as('lastAt'),
    ])
    .groupBy('session_id')
    .orderBy((eb) => eb.fn.max('id'), 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    count: Number(row.count),
    flags: Number(row.flags),
    warnings: Number(row.warnings),
  }))
}

export async function insertImpressions(
  queries: Queries,
  impressions: readonly Omit<Impression, 'id'>[],
): Promise<void> {
  await insertAll(
    queries,
    'impressions',
    impressions.map((one) => ({
      event_id: one.eventId,
      event_type: one.eventType,
      feature_name: one.featureName,
      enabled: one.enabled,
      variant: one.variant,
      session_id: one.sessionId,
      user_id: one.userId,
      environment: one.environment,
      app_name: one.appName,
      context: toJson(one.context),
      warnings: toJson(one.warnings),
      reason: one.reason,
      received_at: one.receivedAt,
    })),
  )
}

export async function deleteImpressions(queries: Queries): Promise<void> {
  await queries.deleteFrom('impressions').execute()
}
