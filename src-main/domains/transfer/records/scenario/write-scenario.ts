import type { ScenarioFormat, ScenarioItems } from '../../../../../src-shared/transfer/schemas/scenario.ts'
import { LISTS } from '../../../../../src-shared/transfer/scenario/plan-scenario.ts'
import { onFirstUse } from '../../../../kernel/on-first-use.ts'
import { Turn } from '../../../../kernel/turn.ts'

const yaml = onFirstUse('yaml', 'a scenario file', () => import('yaml'))

const HEAD = `# Scenario of Halyard (docs/scenario.md)\nscenario: 1\n`

/** Writes a scenario as a file, item by item, with pauses for other requests. */
export async function writeScenario(items: ScenarioItems, format: ScenarioFormat): Promise<string> {
  const { stringify } = await yaml()
  const toYaml = (item: object) => asYaml(stringify(item, { lineWidth: 0 }))
  const turn = new Turn()
  const sections: string[] = []
  for (const list of LISTS) {
    const all = items[list]
    if (all === undefined) continue
    const texts: string[] = []
    for (const one of all) {
      const item = inStableOrder(one) as object
      texts.push(format === 'yaml' ? toYaml(item) : `    ${JSON.stringify(item)}`)
      await turn.pause()
    }
    sections.push(format === 'yaml' ? yamlList(list, texts) : jsonList(list, texts))
  }
  return format === 'yaml'
    ? HEAD + sections.join('')
    : `{\n${['  "scenario": 1', ...sections].join(',\n')}\n}\n`
}

/** Properties that say what something is stand first; the others follow by name. */
const FIRST = ['name', 'id', 'contextName', 'operator', 'action', 'title']

/** Sorts the properties within an item: they are stored in the order in which somebody sent them. */
function inStableOrder(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((one) => inStableOrder(one, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(
    ([name, inner]) => [name, inStableOrder(inner, depth + 1)] as const,
  )
  if (depth > 0) entries.sort(([one], [other]) => compareNames(one, other))
  return Object.fromEntries(entries)
}

function compareNames(one: string, other: string): number {
  const [place, otherPlace] = [one, other].map((name) =>
    FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length,
  )
  return (place ?? 0) - (otherPlace ?? 0) || (one < other ? -1 : 1)
}

const asYaml = (text: string) => {
  const lines = text.trimEnd().split('\n')
  return lines
    .map((line, index) => (index === 0 ? `  - ${line}` : line === '' ? '' : `    ${line}`))
    .join('\n')
}

const yamlList = (list: string, items: readonly string[]) =>
  items.length === 0 ? `\n${list}: []\n` : `\n${list}:\n${items.join('\n')}\n`

const jsonList = (list: string, items: readonly string[]) =>
  items.length === 0 ? `  "${list}": []` : `  "${list}": [\n${items.join(',\n')}\n  ]`
