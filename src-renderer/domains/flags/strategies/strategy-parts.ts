import type { ListedStrategy } from '#shared/flags/schemas/strategy.ts'
import { constraintInWords } from '#shared/flags/strategies/strategy-words.ts'
import { counted, percentage } from '#ui/figures.ts'

type Described = Pick<
  ListedStrategy,
  'name' | 'parameters' | 'constraints' | 'segments' | 'variants' | 'disabled'
>

/** Share of users or requests that a strategy takes, before its conditions. */
interface Share {
  percent: number
  of: 'users' | 'requests'
}

/** Gets the share that a strategy takes; undefined: it does not choose by percentage. */
export function shareOf({ name, parameters }: Pick<Described, 'name' | 'parameters'>): Share | undefined {
  switch (name) {
    case 'default':
      return { percent: 100, of: 'users' }
    case 'flexibleRollout':
      return {
        percent: numberOf(parameters['rollout'], 100),
        of: parameters['stickiness'] === 'random' ? 'requests' : 'users',
      }
    case 'gradualRolloutUserId':
    case 'gradualRolloutSessionId':
      return { percent: numberOf(parameters['percentage'], 0), of: 'users' }
    case 'gradualRolloutRandom':
      return { percent: numberOf(parameters['percentage'], 0), of: 'requests' }
    default:
      return undefined
  }
}

function numberOf(text: string | undefined, otherwise: number): number {
  const value = Number(text ?? otherwise)
  return Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : otherwise
}

/** Describes the parts of a strategy beside its share: stickiness, parameters, segments, constraints and variants. */
export function partsOf(strategy: Described, segmentNames: ReadonlyMap<number, string>): string[] {
  const { segments, constraints, variants } = strategy
  return [
    ...ownParts(strategy),
    ...segments.map((id) => `segment ${segmentNames.get(id) ?? id}`),
    ...constraints.map(constraintInWords),
    ...(variants.length > 0
      ? [
          `${counted(variants.length, 'variant')}: ${variants
            .map(({ name, weight }) => `${name} ${percentage(weight / 10)}`)
            .join(', ')}`,
        ]
      : []),
  ]
}

function ownParts({ name, parameters }: Described): string[] {
  switch (name) {
    case 'default':
      return []
    case 'flexibleRollout': {
      const { stickiness = 'default' } = parameters
      return stickiness === 'default' || stickiness === 'random' ? [] : [`sticky on ${stickiness}`]
    }
    case 'gradualRolloutUserId':
      return ['sticky on userId']
    case 'gradualRolloutSessionId':
      return ['sticky on sessionId']
    case 'gradualRolloutRandom':
      return []
    case 'remoteAddress':
      return [parameters['IPs'] || 'no addresses']
    case 'applicationHostname':
      return [parameters['hostNames'] || 'no hosts']
    case 'userWithId':
      return [parameters['userIds'] || 'no users']
    default:
      return Object.entries(parameters).flatMap(([key, value]) => (value === '' ? [] : [`${key}: ${value}`]))
  }
}

/** Describes the users that active strategies reach together: "everybody", "25% of users in “Nordic countries”". */
export function reachInWords(
  strategies: readonly Described[],
  segmentNames: ReadonlyMap<number, string>,
): string {
  const active = strategies.filter(({ disabled }) => !disabled)
  if (active.some(isForEverybody)) return 'everybody'
  const [one, another] = active
  if (one === undefined) return strategies.length === 0 ? 'everybody' : 'nobody, all strategies are disabled'
  return another === undefined
    ? reachOf(one, segmentNames)
    : `users who match one of ${active.length} strategies`
}

const isForEverybody = (strategy: Described) =>
  shareOf(strategy)?.percent === 100 && strategy.constraints.length + strategy.segments.length === 0

function reachOf(strategy: Described, segmentNames: ReadonlyMap<number, string>): string {
  const { constraints, segments } = strategy
  const share = shareOf(strategy)
  const whom = share ? shareInWords(share) : 'chosen users'
  const [constraint] = constraints
  const [segment] = segments
  if (constraints.length + segments.length > 1)
    return `${whom} under ${constraints.length + segments.length} conditions`
  if (constraint) return `${whom} where ${constraintInWords(constraint)}`
  return segment === undefined ? whom : `${whom} in ${segmentNames.get(segment) ?? 'a segment'}`
}

const shareInWords = ({ percent, of }: Share): string =>
  percent === 100 ? 'everybody' : `${percentage(percent)} of ${of}`
