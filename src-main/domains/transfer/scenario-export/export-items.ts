import type { ScenarioItems, ScenarioList } from '#shared/transfer/schemas/scenario.ts'
import { LISTS } from '#shared/transfer/scenario/plan-scenario.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import type { Queries } from '#store/queries.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { withBriefStrategies } from '../scenario/brief-strategy.ts'
import { completeScenario, flagCompleter } from '../scenario/complete-scenario.ts'
import { flagsInBatches } from '../scenario/read-flags.ts'
import { withSignals } from './export-signals.ts'
import { readScenario } from '../scenario/read-scenario.ts'
import { writtenItem } from '../scenario/written-item.ts'
import type { WrittenItems } from '../scenario/write-scenario.ts'

/** Additions to an export that are left out unless asked for. */
interface Additions {
  /** Values of tokens. */
  secrets: boolean
  /** Newest signals of each endpoint. */
  signals?: boolean
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
