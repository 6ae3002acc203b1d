import type { Queries } from '../../store/queries.ts'

export async function environmentExists(queries: Queries, name: string): Promise<boolean> {
  const row = await queries
    .selectFrom('environments')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst()
  return row !== undefined
}
