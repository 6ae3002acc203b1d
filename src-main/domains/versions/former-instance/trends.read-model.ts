import type { Queries } from '#store/queries.ts'

/** Evaluations of a flag on a day, in an environment, by an application. */
export interface DailyUse {
  day: string
  project: string
  flag: string
  environment: string
  appName: string
  yes: number
  no: number
}

/** Counts the changes since `since` by day and environment type. Days without changes are left out. */
export async function readDailyUpdates(
  queries: Queries,
  since: string,
): Promise<{ day: string; environmentType: string; count: number }[]> {
  const rows = await queries
    .selectFrom('events')
    .innerJoin('environments', 'environments.name', 'events.environment')
    .select((eb) => [
      eb.fn<string>('substr', ['events.created_at', eb.val(1), eb.val(10)]).as('day'),
      'environments.type as environmentType',
      eb.fn.countAll<number>().as('count'),
    ])
    .where('events.created_at', '>=', since)
    .groupBy(['day', 'environments.type'])
    .orderBy('day')
    .execute()
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }))
}

/** Reads the evaluations that SDKs reported since `since`, by day. Only existing flags are included. */
export async function readDailyUse(queries: Queries, since: string): Promise<DailyUse[]> {
  const rows = await queries
    .selectFrom('client_metrics as m')
    .innerJoin('features as f', 'f.name', 'm.feature_name')
    .select((eb) => [
      eb.fn<string>('substr', ['m.hour', eb.val(1), eb.val(10)]).as('day'),
      'f.project',
      'f.name as flag',
      'm.environment',
      'm.app_name as appName',
      eb.fn.sum<number>('m.yes').as('yes'),
      eb.fn.sum<number>('m.no').as('no'),
    ])
    .where('m.hour', '>=', since)
    .groupBy(['day', 'f.project', 'f.name', 'm.environment', 'm.app_name'])
    .orderBy('day')
    .execute()
  return rows.map(({ yes, no, ...row }) => ({ ...row, yes: Number(yes), no: Number(no) }))
}
