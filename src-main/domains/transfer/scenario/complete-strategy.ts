import type { ScenarioStrategy } from '#shared/transfer/schemas/scenario.ts'
import { toConstraints, toVariants } from '#domains/flags/strategies/strategy.ts'

/** Sorts names that have no order, each once. */
export const sorted = (names: readonly string[]): string[] =>
  names.length < 2 ? [...names] : [...new Set(names)].sort()

type Constraints = NonNullable<ScenarioStrategy['constraints']>

/** Adds what every constraint has, and leaves out what says nothing: instances keep that as it was sent. */
export const completeConstraints = (constraints: Constraints | undefined): Constraints =>
  toConstraints(constraints).map(({ inverted, caseInsensitive, ...constraint }) => ({
    ...constraint,
    ...(inverted ? { inverted } : {}),
    ...(caseInsensitive ? { caseInsensitive } : {}),
  }))

/** Adds to a strategy what the service fills in; its parameters are complete already. */
export const completeStrategy = (
  { name, title, constraints, disabled, segments, variants }: ScenarioStrategy,
  parameters: NonNullable<ScenarioStrategy['parameters']>,
): ScenarioStrategy => ({
  name,
  title: title ?? null,
  constraints: completeConstraints(constraints),
  disabled: disabled ?? false,
  parameters,
  segments: sorted(segments ?? []),
  variants: toVariants(variants),
})
