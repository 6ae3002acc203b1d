import { z } from 'zod'

import { SCENARIO_ITEMS, type ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import { readerOf } from './original/ask-original.ts'
import type { PromotionInstance } from './side.ts'

const StrategyTypes = z.object({
  strategies: z.array(
    z.object({
      name: z.string(),
      title: z.string().nullish(),
      description: z.string().nullish(),
      deprecated: z.boolean().nullish(),
      parameters: z.array(z.record(z.string(), z.unknown())).nullish(),
    }),
  ),
})

const KNOWN_PARAMETER = ['name', 'type', 'description', 'required']

/**
 * Reads the strategy types of an instance as another one could create them. Those that are built in are included: another
 * version may lack them.
 */
export async function readStrategyTypes(
  side: PromotionInstance,
  signal: AbortSignal,
): Promise<NonNullable<ScenarioItems['strategyTypes']>> {
  const { strategies } = await readerOf(side, signal)('getAllStrategies', StrategyTypes)
  return strategies.flatMap(({ name, title, description, deprecated, parameters }) => {
    const type = SCENARIO_ITEMS.strategyTypes.safeParse({
      name,
      title: title ?? null,
      description: description ?? '',
      deprecated: deprecated ?? false,
      parameters: (parameters ?? []).map((one) =>
        Object.fromEntries(Object.entries(one).filter(([property]) => KNOWN_PARAMETER.includes(property))),
      ),
    })
    // one of another shape is there, too: its name is what flags need
    return [type.success ? type.data : { name, parameters: [] }]
  })
}
