import type { Impression, ImpressionSession } from '../../../src-shared/schemas/impression.ts'
import { fromJson } from '../../store/json.ts'
import type { Queries } from '../../store/queries.ts'

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

/** Impressions in the order they came in, or the other way round, a page of them; and how many there are. */
export async function searchImpressions(
  queries: Queries,
  filter: ImpressionFilter,
  page: { offset: number; limit: number; newestFirst: boolean },
): Promise<{ impressions: Impression[]; total: number }> {
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
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy('id', page.newestFirst ? 'desc' : 'asc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const impressions = rows.map((row) => ({
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
  }))
  return { impressions, total: Number(total) }
}

const SESSIONS = 200

/** The sessions that impressions came from, the last one first. */
export async function readSessions(queries: Queries): Promise<ImpressionSession[]> {
  const rows = await queries
    .selectFrom('impressions')
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
    .limit(SESSIONS)
    .execute()
  return rows.map((row) => ({
    ...row,
    count: Number(row.count),
    flags: Number(row.flags),
    warnings: Number(row.warnings),
  }))
}
