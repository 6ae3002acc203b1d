import type {
  Scenario,
  ScenarioFlag,
  ScenarioFormat,
  ScenarioItems,
} from '../../../../../src-shared/transfer/schemas/scenario.ts'
import { LISTS } from '../../../../../src-shared/transfer/scenario/plan-scenario.ts'
import { Turn } from '../../../../kernel/turn.ts'
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
): Promise<string> {
  const turn = new Turn()
  const toLines = format === 'yaml' ? itemAsYaml : (item: object) => `    ${itemAsJson(item)}`
  const between = format === 'yaml' ? '\n' : ',\n'
  const sections: string[] = []
  for (const list of LISTS) {
    const all = list === 'flags' ? items.flags : items[list] && [items[list]]
    if (all === undefined) continue
    let text = ''
    for await (const batch of all) {
      const texts: string[] = []
      for (const item of batch) {
        texts.push(toLines(item))
        if (turn.isOver) await turn.pause()
      }
      // joined here: a text of millions of pieces would be joined later, in one turn
      if (texts.length > 0) text += `${text && between}${texts.join(between)}`
    }
    sections.push(format === 'yaml' ? yamlList(list, text) : jsonList(list, text))
  }
  const head = prune === undefined ? [] : [format === 'yaml' ? `prune: ${prune}\n` : `  "prune": ${prune}`]
  return format === 'yaml'
    ? [...head, ...sections].reduce((whole, section) => whole + section, HEAD)
    : `${[...head, ...sections].reduce((whole, section) => `${whole},\n${section}`, '{\n  "scenario": 1')}\n}\n`
}

const yamlList = (list: string, text: string) => (text === '' ? `\n${list}: []\n` : `\n${list}:\n${text}\n`)

const jsonList = (list: string, text: string) =>
  text === '' ? `  "${list}": []` : `  "${list}": [\n${text}\n  ]`
