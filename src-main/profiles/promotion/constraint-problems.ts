import { constraintProblem } from '#shared/flags/constraints/validate-constraint.ts'
import { ownValue } from '#shared/own-value.ts'
import { isEqual } from '#shared/configuration/equality.ts'
import type { ScenarioFlag } from '#shared/transfer/schemas/scenario.ts'
import type { Exported } from './read-export.ts'

/** Finds the constraints that an instance would refuse for a flag, in the environments where its strategies change. */
export function constraintProblems(
  { environments = {} }: ScenarioFlag,
  target: ScenarioFlag | undefined,
  fields: Exported['contextFields'],
): string[] {
  const legal = new Map(
    fields.flatMap(({ name, legalValues = [] }) =>
      legalValues.length === 0 ? [] : [[name, new Set(legalValues.map(({ value }) => value))] as const],
    ),
  )
  return Object.entries(environments).flatMap(([environment, { strategies = [] }]) => {
    const had = ownValue(target?.environments ?? {}, environment)?.strategies
    if (isEqual(had, strategies)) return []
    const constraints = strategies.flatMap((one) => one.constraints ?? [])
    return constraints.flatMap((one) => {
      const problem = constraintProblem(one, legal.get(one.contextName))
      return problem === null ? [] : [`${problem} (${one.contextName} in ${environment})`]
    })
  })
}
