import { type ScenarioItems, type ScenarioList, MAX_SIGNALS } from '#shared/transfer/schemas/scenario.ts'
import { LISTS } from '#shared/transfer/scenario/plan-scenario.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import type { Queries } from '#store/queries.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { withBriefStrategies } from '../scenario/brief-strategy.ts'
import { completeScenario, flagCompleter } from '../scenario/complete-scenario.ts'
import { flagsInBatches } from '../scenario/read-flags.ts'
import { readScenario } from '../scenario/read-scenario.ts'
import { writtenItem } from '../scenario/written-item.ts'
import type { WrittenItems } from '../scenario/write-scenario.ts'
import { Turn } from '#runtime/turn.ts'
import { readSignalsOf } from '#domains/signals/action-execution/sample-signals.read-model.ts'
import type { ItemIds } from '../scenario/item-ids.ts'

/** Additions to an export that are left out unless asked for. */
interface Additions {
  /** Values of tokens. */
  secrets: boolean
  /** Newest signals of each endpoint. */
  signals?: boolean
}

type Endpoint = NonNullable<ScenarioItems['signalEndpoints']>[number]

/** Characters of payloads in one export, so that the file can be applied. */
const MAX_CHARACTERS = 1_000_000

const AT_ONCE = 10

/** Adds the newest signals to endpoints, in the order in which they came. */
async function withSignals(
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

/** Reads the whole instance as a scenario. */
export async function exportItems(
  queries: Queries,
  tokens: TokenDirectory,
  { secrets, signals = false }: Additions,
): Promise<WrittenItems> {
  const lists = LISTS.filter((list) => list !== 'flags')
  const { items, ids } = await readScenario(queries, tokens, { lists })
  if (signals) items.signalEndpoints = await withSignals(queries, items.signalEndpoints ?? [], ids)
  const { flags: _none, ...complete } = await completeScenario(items, items)
  const written: [string, unknown[]][] = []
  for (const [list, all] of Object.entries(complete)) {
    const items = await mapInSteps<object, object>(all, (item) =>
      writtenItem(list as ScenarioList, item, { secrets }),
    )
    written.push([list, items])
  }
  return {
    ...(Object.fromEntries(written) as WrittenItems),
    flags: writtenFlags(flagsInBatches(queries, ids), items),
  }
}

async function* writtenFlags(batches: ReturnType<typeof flagsInBatches>, items: ScenarioItems) {
  const complete = flagCompleter({ items, now: items })
  for await (const batch of batches) yield batch.map((flag) => withBriefStrategies(complete(flag)))
}
