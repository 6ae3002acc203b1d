import type { Strategy } from '#shared/flags/schemas/strategy.ts'
import { toJson } from '#store/json.ts'

type Written = Pick<
  Strategy,
  'name' | 'title' | 'disabled' | 'constraints' | 'parameters' | 'variants' | 'sortOrder'
>

/** Returns the columns that every table of strategies has, of flags and of milestones. */
export const strategyColumns = (strategy: Written) => ({
  name: strategy.name,
  title: strategy.title,
  disabled: strategy.disabled,
  constraints: toJson(strategy.constraints),
  parameters: toJson(strategy.parameters),
  variants: toJson(strategy.variants),
  sort_order: strategy.sortOrder,
})
