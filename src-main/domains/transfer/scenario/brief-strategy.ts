import type { ScenarioFlag, ScenarioItems, ScenarioStrategy } from '#shared/transfer/schemas/scenario.ts'

export type DefaultStrategies = NonNullable<
  NonNullable<ScenarioItems['projects']>[number]['defaultStrategies']
>

const isEmpty = (list: readonly unknown[] | undefined) => list === undefined || list.length === 0

/**
 * Leaves out of the strategies of a flag what the service fills in. A list of strategies is the whole list, so that a property
 * that is absent has its default: an export is then half as long.
 */
export function withBriefStrategies(flag: ScenarioFlag): ScenarioFlag {
  const environments = Object.entries(flag.environments ?? {}).map(([name, at]) => [
    name,
    { ...at, strategies: at.strategies?.map((one) => briefStrategy(one, flag.name)) },
  ])
  return { ...flag, environments: Object.fromEntries(environments) as ScenarioFlag['environments'] }
}

/** The same for the default strategies of a project. */
export const briefDefaults = (defaults: DefaultStrategies): DefaultStrategies =>
  Object.fromEntries(
    Object.entries(defaults).map(([environment, one]) => [
      environment,
      one && { ...briefStrategy(one), name: one.name },
    ]),
  )

/** Leaves out of a strategy what the service fills in. */
export function briefStrategy(strategy: ScenarioStrategy, flag?: string): ScenarioStrategy {
  const { name, title, constraints, disabled, parameters, segments, variants } = strategy
  return {
    name,
    ...(title === null || title === undefined ? {} : { title }),
    ...(isEmpty(constraints) ? {} : { constraints: constraints?.map(briefConstraint) }),
    ...(disabled ? { disabled } : {}),
    ...(parameters === undefined ? {} : { parameters: briefParameters(name, parameters, flag) }),
    ...(isEmpty(segments) ? {} : { segments }),
    ...(isEmpty(variants) ? {} : { variants }),
  }
}

type Constraint = NonNullable<ScenarioStrategy['constraints']>[number]

function briefConstraint(constraint: Constraint): Constraint {
  const { values, ...rest } = constraint
  return isEmpty(values) ? rest : constraint
}

/** The group of a gradual rollout is the flag unless it is said. */
function briefParameters(
  name: string,
  parameters: NonNullable<ScenarioStrategy['parameters']>,
  flag: string | undefined,
): NonNullable<ScenarioStrategy['parameters']> {
  if (name !== 'flexibleRollout' || flag === undefined || parameters['groupId'] !== flag) return parameters
  const { groupId: _own, ...rest } = parameters
  return rest
}
