import { insertAll } from '#store/insert-all.ts'
import type { Queries } from '#store/queries.ts'

/** Caller of something that a version breaks, and the number of its requests. */
export interface StoredJudgedCall {
  readonly id: string
  /** The id of the change, or `deprecated:` and the operation. */
  readonly subject: string
  readonly caller: string
  readonly callerKind: string
  readonly appName: string | null
  readonly sdk: string | null
  readonly count: number
  readonly firstSeen: string
  readonly lastSeen: string
  /** Method of the first request. */
  readonly method: string
  /** Null: it was too long to keep. */
  readonly path: string | null
}

export async function readJudgedCalls(queries: Queries): Promise<StoredJudgedCall[]> {
  const rows = await queries.selectFrom('judged_calls').selectAll().orderBy('last_seen').execute()
  return rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    caller: row.caller,
    callerKind: row.caller_kind,
    appName: row.app_name,
    sdk: row.sdk,
    count: row.count,
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
    method: row.method,
    path: row.path,
  }))
}

/** Inserts new calls, and adds to the count of the others. */
export async function writeJudgedCalls(queries: Queries, calls: readonly StoredJudgedCall[]): Promise<void> {
  await insertAll(
    queries,
    'judged_calls',
    calls.map((call) => ({
      id: call.id,
      subject: call.subject,
      caller: call.caller,
      caller_kind: call.callerKind,
      app_name: call.appName,
      sdk: call.sdk,
      count: call.count,
      first_seen: call.firstSeen,
      last_seen: call.lastSeen,
      method: call.method,
      path: call.path,
    })),
    (insert) =>
      insert.onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          count: eb('judged_calls.count', '+', eb.ref('excluded.count')),
          last_seen: eb.ref('excluded.last_seen'),
        })),
      ),
  )
}

export async function deleteJudgedCalls(queries: Queries): Promise<void> {
  await queries.deleteFrom('judged_calls').execute()
}
