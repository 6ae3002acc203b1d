import type { Constraint, Operator } from '../schemas/constraint.ts'
import type { ListedStrategy } from '../schemas/strategy.ts'
import { percentage } from '../../figures.ts'

type Described = Pick<
  ListedStrategy,
  'name' | 'parameters' | 'constraints' | 'segments' | 'variants' | 'disabled'
>
type Condition = Pick<Constraint, 'contextName' | 'operator' | 'inverted' | 'caseInsensitive'> & {
  values?: string[]
  value?: string
}

/** Wording of each operator, plain and inverted. */
const WORDS: Record<Operator, [is: string, isNot: string]> = {
  IN: ['is one of', 'is none of'],
  NOT_IN: ['is none of', 'is one of'],
  STR_CONTAINS: ['contains', 'does not contain'],
  STR_STARTS_WITH: ['starts with', 'does not start with'],
  STR_ENDS_WITH: ['ends with', 'does not end with'],
  NUM_EQ: ['=', '≠'],
  NUM_GT: ['>', 'is not >'],
  NUM_GTE: ['≥', 'is not ≥'],
  NUM_LT: ['<', 'is not <'],
  NUM_LTE: ['≤', 'is not ≤'],
  DATE_AFTER: ['is after', 'is not after'],
  DATE_BEFORE: ['is before', 'is not before'],
  SEMVER_EQ: ['is version', 'is not version'],
  SEMVER_GT: ['is a version above', 'is not a version above'],
  SEMVER_GTE: ['is a version from', 'is not a version from'],
  SEMVER_LT: ['is a version below', 'is not a version below'],
  SEMVER_LTE: ['is a version up to', 'is not a version up to'],
  REGEX: ['matches', 'does not match'],
  IN_CIDR: ['is in the range', 'is not in the range'],
}

const SHOWN_VALUES = 6

/** "country is one of NO, SE" */
export function constraintInWords({
  contextName,
  operator,
  inverted,
  caseInsensitive,
  values = [],
  value,
}: Condition): string {
  const list = values.length > 0 ? values : [value ?? '']
  const shown =
    list.slice(0, SHOWN_VALUES).join(', ') +
    (list.length > SHOWN_VALUES ? ` and ${list.length - SHOWN_VALUES} more` : '')
  return `${contextName} ${WORDS[operator][inverted ? 1 : 0]} ${shown}${caseInsensitive ? ' (ignoring case)' : ''}`
}

/** A strategy as a sentence: "On for 25% of users, sticky on userId, where country is one of NO, SE." */
export function strategyInWords(strategy: Described, segmentNames?: ReadonlyMap<number, string>): string {
  const conditions = strategy.constraints.map(constraintInWords)
  if (strategy.segments.length > 0)
    conditions.push(`the user is in ${segmentsInWords(strategy.segments, segmentNames)}`)
  const where = conditions.length > 0 ? `, where ${conditions.join(' and ')}` : ''
  const variants =
    strategy.variants.length > 0
      ? `, as ${strategy.variants.map((one) => `${one.name} ${percentage(one.weight / 10)}`).join(' or ')}`
      : ''
  return `${strategy.disabled ? 'Not used' : 'On'} for ${audience(strategy)}${where}${variants}.`
}

/** "the segments “Staff” and “Norway”", or how many there are where a name is not known. */
export function segmentsInWords(ids: readonly number[], names?: ReadonlyMap<number, string>): string {
  const known = ids.flatMap((id) => names?.get(id) ?? []).map((name) => `“${name}”`)
  if (known.length < ids.length) return ids.length === 1 ? 'a segment' : `${ids.length} segments`
  return `the ${ids.length === 1 ? 'segment' : 'segments'} ${known.join(' and ')}`
}

function audience({ name, parameters }: Described): string {
  switch (name) {
    case 'default':
      return 'everybody'
    case 'flexibleRollout': {
      const rollout = Number(parameters['rollout'] ?? 100)
      return rollout >= 100 ? 'everybody' : `${percentage(rollout)} of ${subject(parameters['stickiness'])}`
    }
    case 'remoteAddress':
      return `the addresses ${parameters['IPs'] || 'of nobody'}`
    case 'applicationHostname':
      return `instances on ${parameters['hostNames'] || 'no host'}`
    case 'userWithId':
      return `the users ${parameters['userIds'] || 'none'}`
    case 'gradualRolloutUserId':
      return `${percentage(parameters['percentage'] || 0)} of users, sticky on userId`
    case 'gradualRolloutSessionId':
      return `${percentage(parameters['percentage'] || 0)} of users, sticky on sessionId`
    case 'gradualRolloutRandom':
      return `${percentage(parameters['percentage'] || 0)} of requests, by chance`
    default:
      return `those whom the strategy ${name} chooses`
  }
}

function subject(stickiness = 'default'): string {
  if (stickiness === 'random') return 'requests, by chance'
  return stickiness === 'default' ? 'users' : `users, sticky on ${stickiness}`
}
