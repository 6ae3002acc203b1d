import type { Queries } from '../../store/queries.ts'
import type { ListenerPlan } from './listening-ports.ts'

const COLUMNS = ['port', 'contract', 'strict'] as const

export async function readListeners(queries: Queries): Promise<ListenerPlan[]> {
  return queries.selectFrom('listeners').select(COLUMNS).orderBy('port').execute()
}

export async function insertListener(queries: Queries, plan: ListenerPlan): Promise<void> {
  await queries.insertInto('listeners').values(plan).execute()
}

/** Whether there was one. */
export async function updateListenerRow(
  queries: Queries,
  { port, contract, strict }: ListenerPlan,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('listeners')
    .set({ contract, strict })
    .where('port', '=', port)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findListener(queries: Queries, port: number): Promise<ListenerPlan | undefined> {
  return queries.selectFrom('listeners').select(COLUMNS).where('port', '=', port).executeTakeFirst()
}

export async function deleteListener(queries: Queries, port: number): Promise<void> {
  await queries.deleteFrom('listeners').where('port', '=', port).execute()
}
