import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

/** An application as stored. */
export interface StoredApplication {
  appName: string
  createdAt: string
  seenAt: string
  strategies: string[]
  description: string | null
  icon: string | null
  url: string | null
  color: string | null
  createdBy: string
}

const COLUMNS = [
  'app_name as appName',
  'created_at as createdAt',
  'seen_at as seenAt',
  'strategies',
  'description',
  'icon',
  'url',
  'color',
  'created_by as createdBy',
] as const

/** The applications whose name contains a text, sorted by name, a page of them; and how many there are. */
export async function searchApplications(
  queries: Queries,
  { text, offset, limit, descending }: { text: string; offset: number; limit: number; descending: boolean },
): Promise<{ applications: StoredApplication[]; total: number }> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, (one) => `\\${one}`)}%`
  const found = queries
    .selectFrom('client_applications')
    .$if(text !== '', (q) => q.where((eb) => eb(eb.fn<string>('lower', ['app_name']), 'like', pattern)))
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(COLUMNS)
    .orderBy('app_name', descending ? 'desc' : 'asc')
    .limit(limit)
    .offset(offset)
    .execute()
  return {
    applications: rows.map((row) => ({ ...row, strategies: fromJson(row.strategies) })),
    total: Number(total),
  }
}

export async function findApplication(
  queries: Queries,
  appName: string,
): Promise<StoredApplication | undefined> {
  const row = await queries
    .selectFrom('client_applications')
    .select(COLUMNS)
    .where('app_name', '=', appName)
    .executeTakeFirst()
  return row && { ...row, strategies: fromJson(row.strategies) }
}

export async function saveApplication(queries: Queries, application: StoredApplication): Promise<void> {
  const { appName, createdAt, seenAt, strategies, createdBy, ...said } = application
  const row = { ...said, strategies: toJson(strategies) }
  await queries
    .insertInto('client_applications')
    .values({ app_name: appName, created_at: createdAt, seen_at: seenAt, created_by: createdBy, ...row })
    .onConflict((conflict) => conflict.column('app_name').doUpdateSet(row))
    .execute()
}

/** Forgets an application and its instances; its counts stay with the flags. */
export async function deleteApplicationRow(queries: Queries, appName: string): Promise<void> {
  await queries.deleteFrom('client_applications').where('app_name', '=', appName).execute()
  await queries.deleteFrom('client_instances').where('app_name', '=', appName).execute()
}

export async function deleteUnknownFlags(queries: Queries): Promise<void> {
  await queries.deleteFrom('unknown_flags').execute()
}
