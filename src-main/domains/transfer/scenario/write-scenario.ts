import type {
  Scenario,
  ScenarioFlag,
  ScenarioFormat,
  ScenarioItems,
} from '#shared/transfer/schemas/scenario.ts'
import { LISTS } from '#shared/transfer/scenario/plan-scenario.ts'
import { textOf, type LongText } from '#runtime/long-text.ts'
import { Turn } from '#runtime/turn.ts'
import { itemAsJson, itemAsYaml } from './scenario-text.ts'

const HEAD = `# Scenario of Halyard (docs/scenario.md)\nscenario: 1\n`

/** Everything that a file holds. Flags come in batches: at the limits there are 150,000 strategies. */
export interface WrittenItems extends Omit<ScenarioItems, 'flags'> {
  flags?: AsyncIterable<readonly ScenarioFlag[]>
}

/** Writes a scenario as a file, item by item, with pauses for other requests. */
export async function writeScenario(
  items: WrittenItems,
  format: ScenarioFormat,
  { prune }: Pick<Scenario, 'prune'> = {},
): Promise<string | LongText> {
  const turn = new Turn()
  const isYaml = format === 'yaml'
  const toLines = isYaml ? itemAsYaml : (item: object) => `    ${itemAsJson(item)}`
  const between = isYaml ? '\n' : ',\n'
  const parts = [isYaml ? HEAD : '{\n  "scenario": 1']
  if (prune !== undefined) parts.push(isYaml ? `prune: ${prune}\n` : `,\n  "prune": ${prune}`)
  for (const list of LISTS) {
    const all = list === 'flags' ? items.flags : items[list] && [items[list]]
    if (all === undefined) continue
    let isEmpty = true
    for await (const batch of all) {
      const texts: string[] = []
      for (const item of batch) {
        texts.push(toLines(item))
        if (turn.isOver) await turn.pause()
      }
      if (texts.length === 0) continue
      parts.push(isEmpty ? beginOf(list, format) : between, texts.join(between))
      isEmpty = false
    }
    parts.push(isEmpty ? emptyList(list, format) : isYaml ? '\n' : '\n  ]')
  }
  if (!isYaml) parts.push('\n}\n')
  return textOf(parts)
}

const beginOf = (list: string, format: ScenarioFormat) =>
  format === 'yaml' ? `\n${list}:\n` : `,\n  "${list}": [\n`

const emptyList = (list: string, format: ScenarioFormat) =>
  format === 'yaml' ? `\n${list}: []\n` : `,\n  "${list}": []`
