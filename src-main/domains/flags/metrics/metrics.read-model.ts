import type { Queries } from '#store/queries.ts'

const HOUR = 60 * 60 * 1000

/** The first instant of the hour that an instant lies in. */
export function hourOf(instant: Date): string {
  return new Date(Math.floor(instant.getTime() / HOUR) * HOUR).toISOString()
}

/** Counts how often a flag was on and off in each environment, since the start of the previous hour. */
export async function countLastHour(
  queries: Queries,
  now: Date,
  feature: string,
): Promise<Map<string, { yes: number; no: number }>> {
  const rows = await queries
    .selectFrom('client_metrics')
    .select((eb) => ['environment', eb.fn.sum<number>('yes').as('yes'), eb.fn.sum<number>('no').as('no')])
    .where('feature_name', '=', feature)
    .where('hour', '>=', hourOf(new Date(now.getTime() - HOUR)))
    .groupBy('environment')
    .execute()
  return new Map(rows.map((row) => [row.environment, { yes: Number(row.yes), no: Number(row.no) }]))
}
