import { MAX_SIGNALS, type ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import { Turn } from '#runtime/turn.ts'
import type { Queries } from '#store/queries.ts'
import { readSignalsOf } from '#domains/signals/action-execution/sample-signals.read-model.ts'
import type { ItemIds } from '../scenario/item-ids.ts'

type Endpoint = NonNullable<ScenarioItems['signalEndpoints']>[number]

/** Characters of payloads in one export, so that the file can be applied. */
const MAX_CHARACTERS = 1_000_000
const AT_ONCE = 10

/** Adds the newest signals to endpoints, in the order in which they came. */
export async function withSignals(
  queries: Queries,
  endpoints: readonly Endpoint[],
  ids: ItemIds,
): Promise<Endpoint[]> {
  const turn = new Turn()
  const share = MAX_CHARACTERS / Math.max(1, endpoints.length)
  const written: Endpoint[] = []
  for (const endpoint of endpoints) {
    const signals = await newestPayloads(queries, ids.signalEndpoints.idOf(endpoint.name) ?? 0, share, turn)
    written.push(signals.length === 0 ? endpoint : { ...endpoint, signals })
  }
  return written
}

async function newestPayloads(
  queries: Queries,
  sourceId: number,
  share: number,
  turn: Turn,
): Promise<unknown[]> {
  const payloads: unknown[] = []
  let room = share
  let last: Awaited<ReturnType<typeof readSignalsOf>>[number] | undefined
  while (payloads.length < MAX_SIGNALS) {
    const batch = await readSignalsOf(queries, { sourceId }, AT_ONCE, last)
    last = batch.at(-1)
    for (const { payload } of batch) {
      room -= JSON.stringify(payload).length
      if (room < 0) return payloads.reverse()
      payloads.push(payload)
    }
    if (batch.length < AT_ONCE) break
    await turn.pause()
  }
  return payloads.reverse()
}
