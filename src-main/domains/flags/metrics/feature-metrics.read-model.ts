import { compositeKey } from '#shared/composite-key.ts'
import type { HourMetrics } from '#shared/flags/schemas/metrics.ts'
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

/** The hours from `hoursBack` ago to the running one, oldest first. */
export function hoursUntil(now: Date, hoursBack: number): string[] {
  return Array.from({ length: hoursBack }, (_none, index) =>
    hourOf(new Date(now.getTime() - (hoursBack - 1 - index) * HOUR)),
  )
}

/**
 * The counts of a flag per hour, environment and application; those that reported at all in the time have every hour,
 * with zeros where nothing was reported (recorded exchange metrics/feature-usage-raw).
 */
export async function readHourMetrics(
  queries: Queries,
  feature: string,
  hours: readonly string[],
): Promise<HourMetrics[]> {
  const rows = await queries
    .selectFrom('client_metrics')
    .selectAll()
    .where('feature_name', '=', feature)
    .where('hour', '>=', hours[0] ?? '')
    .execute()
  const variants = await readVariants(queries, feature, hours[0] ?? '')
  const counts = new Map(rows.map((row) => [compositeKey(row.environment, row.app_name, row.hour), row]))
  const sources = [...new Set(rows.map((row) => JSON.stringify([row.environment, row.app_name])))].sort()
  return hours.flatMap((hour) =>
    sources.map((source) => {
      const [environment, appName] = JSON.parse(source) as [string, string]
      const key = compositeKey(environment, appName, hour)
      const ofVariants = variants.get(key)
      return {
        featureName: feature,
        appName,
        environment,
        timestamp: hour,
        yes: counts.get(key)?.yes ?? 0,
        no: counts.get(key)?.no ?? 0,
        ...(ofVariants ? { variants: ofVariants } : {}),
      }
    }),
  )
}

async function readVariants(
  queries: Queries,
  feature: string,
  from: string,
): Promise<Map<string, Record<string, number>>> {
  const rows = await queries
    .selectFrom('client_metrics_variants')
    .selectAll()
    .where('feature_name', '=', feature)
    .where('hour', '>=', from)
    .execute()
  const variants = new Map<string, Record<string, number>>()
  for (const { environment, app_name, hour, variant, count } of rows) {
    const key = compositeKey(environment, app_name, hour)
    variants.set(key, { ...variants.get(key), [variant]: count })
  }
  return variants
}

/** The counts of the running hour and the one before per environment, and the applications that reported them. */
export async function readLastHour(
  queries: Queries,
  feature: string,
  now: Date,
): Promise<{ usage: HourMetrics[]; applications: string[] }> {
  const rows = await queries
    .selectFrom('client_metrics')
    .selectAll()
    .where('feature_name', '=', feature)
    .where('hour', '>=', hourOf(new Date(now.getTime() - HOUR)))
    .orderBy('environment')
    .orderBy('hour', 'desc')
    .execute()
  const usage = new Map<string, HourMetrics>()
  for (const { environment, hour, yes, no } of rows) {
    const sum = usage.get(environment) ?? { environment, timestamp: hour, yes: 0, no: 0 }
    usage.set(environment, { ...sum, yes: sum.yes + yes, no: sum.no + no })
  }
  return {
    usage: [...usage.values()],
    applications: [...new Set(rows.map((row) => row.app_name))].sort(),
  }
}
