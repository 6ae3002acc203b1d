import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import { inList } from '#store/in-list.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import type { Authorship, StoredChange } from './change-request.ts'

/** The changes of requests, in the order in which they were asked for. */
export async function readChanges(queries: Queries, requests: readonly number[]): Promise<StoredChange[]> {
  if (requests.length === 0) return []
  const rows = await queries
    .selectFrom('change_request_changes')
    .selectAll()
    .where((eb) => inList(eb.ref('change_request_id'), requests))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    changeRequestId: row.change_request_id,
    // stored values were validated before
    change: {
      action: row.action,
      ...(row.feature === null ? {} : { feature: row.feature }),
      ...(row.payload === null ? {} : { payload: fromJson(row.payload) }),
    } as RequestedChange,
    snapshot: row.snapshot,
    createdByUserId: row.created_by_user_id,
    createdBy: row.created_by,
    createdAt: row.created_at,
  }))
}

export async function insertChange(
  queries: Queries,
  changeRequestId: number,
  { change, snapshot, ...author }: { change: RequestedChange; snapshot: string | null } & Authorship,
): Promise<number> {
  const payload = change.payload ?? null
  const { id } = await queries
    .insertInto('change_request_changes')
    .values({
      change_request_id: changeRequestId,
      feature: change.feature ?? null,
      action: change.action,
      payload: payload === null ? null : toJson(payload),
      snapshot,
      created_by_user_id: author.createdByUserId,
      created_by: author.createdBy,
      created_at: author.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteChange(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('change_request_changes').where('id', '=', id).execute()
}
