import { notFound } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import type { ListenerPlan } from './listening-ports.ts'

const COLUMNS = ['port', 'contract', 'strict'] as const

export async function readListeners(queries: Queries): Promise<ListenerPlan[]> {
  return queries.selectFrom('listeners').select(COLUMNS).orderBy('port').execute()
}

export async function insertListener(queries: Queries, plan: ListenerPlan): Promise<void> {
  await queries
    .insertInto('listeners')
    .values({ ...plan })
    .execute()
}

export async function updateListenerRow(
  queries: Queries,
  { port, contract, strict }: ListenerPlan,
): Promise<void> {
  await queries.updateTable('listeners').set({ contract, strict }).where('port', '=', port).execute()
}

/** The listener of a port; else 404. */
export async function requireListener(queries: Queries, port: number): Promise<ListenerPlan> {
  const found = await queries
    .selectFrom('listeners')
    .select(COLUMNS)
    .where('port', '=', port)
    .executeTakeFirst()
  if (!found) throw notFound(`There is no listener on port ${port}`)
  return found
}

export async function deleteListener(queries: Queries, port: number): Promise<void> {
  await queries.deleteFrom('listeners').where('port', '=', port).execute()
}
