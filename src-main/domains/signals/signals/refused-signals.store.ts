import type { RefusedSignal } from '#shared/signals/schemas/signal.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'

/** All that are kept, the one that was refused longest ago first. */
export async function readRefusedSignals(queries: Queries): Promise<RefusedSignal[]> {
  const rows = await queries
    .selectFrom('refused_signals')
    .selectAll()
    .orderBy('last_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    endpointName: row.endpoint_name,
    status: row.status,
    reason: row.reason,
    tokenKind: row.token_kind,
    ip: row.ip,
    userAgent: row.user_agent,
    times: row.times,
    firstAt: row.first_at,
    lastAt: row.last_at,
  }))
}

/** Writes what is new or has grown, and deletes what the ring has no place for any more. */
export async function writeRefusedSignals(
  queries: Queries,
  changed: readonly RefusedSignal[],
  dropped: readonly number[],
): Promise<void> {
  if (dropped.length > 0)
    await queries
      .deleteFrom('refused_signals')
      .where((eb) => inList(eb.ref('id'), dropped))
      .execute()
  for (const one of changed)
    await queries
      .insertInto('refused_signals')
      .values({
        id: one.id,
        endpoint_name: one.endpointName,
        status: one.status,
        reason: one.reason,
        token_kind: one.tokenKind,
        ip: one.ip,
        user_agent: one.userAgent,
        times: one.times,
        first_at: one.firstAt,
        last_at: one.lastAt,
      })
      .onConflict((row) => row.column('id').doUpdateSet({ times: one.times, last_at: one.lastAt }))
      .execute()
}
