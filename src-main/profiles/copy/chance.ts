import { ownValue } from '#shared/own-value.ts'
import type { ProofContext } from '#shared/desktop/copies.ts'
import type { ScenarioFlag } from '#shared/transfer/schemas/scenario.ts'

interface ProofQuestion {
  environment: string
  context: ProofContext
}

/** Checks whether a flag or one that it depends on chooses at random for a context: then each answer may be another one. */
export function isChance(
  flag: ScenarioFlag,
  asked: ProofQuestion,
  flagOf: (name: string) => ScenarioFlag | undefined,
): boolean {
  const parents = (flag.dependencies ?? []).flatMap(({ feature }) => flagOf(feature) ?? [])
  return [flag, ...parents].some((one) => choosesByChance(one, asked))
}

function choosesByChance(
  { environments = {} }: ScenarioFlag,
  { environment, context }: ProofQuestion,
): boolean {
  const { strategies = [], variants = [] } = ownValue(environments, environment) ?? {}
  return (
    isDrawn(variants, context) ||
    strategies.some(
      ({ name, parameters = {}, variants: own = [] }) =>
        !lacksField(name, parameters, context) && (isDrawn(own, context) || isLot(name, parameters, context)),
    )
  )
}

type Parameters = Readonly<Record<string, string>>

/** Checks whether a strategy is off, since the context lacks the field that it sticks to. */
function lacksField(name: string, { stickiness = 'default' }: Parameters, context: ProofContext): boolean {
  const isField = stickiness !== 'default' && stickiness !== 'random'
  return name === 'flexibleRollout' && isField && !sticks(stickiness, context)
}

/** Checks whether a strategy is on for a share of requests, not of users. */
function isLot(name: string, parameters: Parameters, context: ProofContext): boolean {
  if (name === 'gradualRolloutRandom') return isShare(parameters['percentage'])
  const { stickiness = 'default', rollout } = parameters
  return name === 'flexibleRollout' && isShare(rollout) && !sticks(stickiness, context)
}

const isShare = (percentage = '100'): boolean => Number(percentage) > 0 && Number(percentage) < 100

/** Checks whether one of several variants is drawn: that of a context without the field that they stick to. */
const isDrawn = (variants: readonly { stickiness?: string | undefined }[], context: ProofContext): boolean =>
  variants.length > 1 && !sticks(variants[0]?.stickiness ?? 'default', context)

function sticks(stickiness: string, context: ProofContext): boolean {
  if (stickiness === 'random') return false
  const fields = stickiness === 'default' ? ['userId', 'sessionId'] : [stickiness]
  return fields.some((field) => (ownValue(context, field) ?? '') !== '')
}
