import type { ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import { inSteps } from '#runtime/in-steps.ts'

/** Writes a scenario as JSON, item by item: each has a line, which errors name. */
export async function scenarioText(items: ScenarioItems): Promise<string> {
  let text = '{\n  "scenario": 1'
  for (const [list, all] of Object.entries(items)) {
    text += `,\n  "${list}": [`
    await inSteps<object>(all, (item, index) => {
      text += `${index === 0 ? '' : ','}\n    ${JSON.stringify(item)}`
    })
    text += '\n  ]'
  }
  return `${text}\n}\n`
}
