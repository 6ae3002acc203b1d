import { fromJson, toJson } from './json.ts'
import type { Queries } from './queries.ts'

/**
 * Reads a setting that users can change while the instance runs. Returns undefined if it was never changed.
 */
export async function readSetting<T>(queries: Queries, id: string): Promise<T | undefined> {
  const row = await queries.selectFrom('settings').select('content').where('id', '=', id).executeTakeFirst()
  return row && fromJson<T>(row.content)
}

export async function writeSetting(queries: Queries, id: string, value: unknown): Promise<void> {
  const content = toJson(value)
  await queries
    .insertInto('settings')
    .values({ id, content })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ content }))
    .execute()
}
