import { Address4 } from 'ip-address'

import type { EvaluatedConstraint, EvaluatedStrategy } from '../model.ts'
import { chanceStep, listOf } from '../strategies.ts'
import { ALWAYS, NEVER, type Test } from './compile-constraint.ts'
import type { Fields } from './fields.ts'
import { HashPrefix } from './hash-prefix.ts'

/** Segments and fields that strategies are compiled with. */
export interface StrategyParts {
  fields: Fields
  /** Compiles a constraint; equal ones may share what comes of it. */
  constraint(constraint: EvaluatedConstraint): Test
  /** Finds a segment, compiled; undefined: there is none. */
  segment(id: number): Test | undefined
}

/** Compiles a strategy with its constraints and segments. What never matches is not looked into further. */
export function compileStrategy(strategy: EvaluatedStrategy, parts: StrategyParts): Test {
  if (strategy.disabled) return NEVER
  const tests = (strategy.constraints ?? []).map((one) => parts.constraint(one))
  for (const id of strategy.segments ?? []) tests.push(parts.segment(id) ?? NEVER)
  // last, as chance is only asked when it counts
  tests.push(compileRule(strategy, parts.fields))
  return allOf(tests)
}

/** Joins conditions, in order. */
export function allOf(tests: readonly Test[]): Test {
  if (tests.includes(NEVER)) return NEVER
  const [first, second, ...others] = tests.filter((test) => test !== ALWAYS)
  if (!first) return ALWAYS
  if (!second) return first
  if (others.length === 0) return (subject) => first(subject) && second(subject)
  const all = [first, second, ...others]
  return (subject) => {
    for (const test of all) if (!test(subject)) return false
    return true
  }
}

function compileRule({ name, parameters = {} }: EvaluatedStrategy, fields: Fields): Test {
  switch (name) {
    case 'default':
      return ALWAYS
    case 'flexibleRollout':
      return flexibleRollout(parameters, fields)
    case 'remoteAddress':
      return remoteAddress(parameters['IPs'])
    case 'userWithId': {
      const ids = new Set<string | undefined>(listOf(parameters['userIds']))
      return ({ userId }) => userId !== undefined && ids.has(userId)
    }
    case 'applicationHostname': {
      const names = new Set(listOf(parameters['hostNames']?.toLowerCase()))
      return ({ hostname }) => names.has(hostname.toLowerCase())
    }
    case 'gradualRolloutUserId':
      return byPercentage(parameters['percentage'], parameters['groupId'], (subject) => subject.userId)
    case 'gradualRolloutSessionId':
      return byPercentage(parameters['percentage'], parameters['groupId'], (subject) => subject.sessionId)
    case 'gradualRolloutRandom': {
      const percentage = Number(parameters['percentage'])
      return (subject) => percentage >= Math.floor(subject.random() * 100) + 1
    }
    default:
      return NEVER // of kinds that only some SDK knows
  }
}

function flexibleRollout(
  { rollout, groupId, stickiness = 'default' }: Readonly<Record<string, string>>,
  fields: Fields,
): Test {
  if (stickiness === 'random')
    return byPercentage(rollout, groupId, (subject) => chanceStep(subject.random()))
  if (stickiness === 'default')
    return byPercentage(rollout, groupId, (subject) => subject.sticky ?? chanceStep(subject.random()))
  const slot = fields.slotOf(stickiness)
  return byPercentage(rollout, groupId, (subject) => subject.text(slot))
}

const EVERYBODY = 100

/** Matches a share of those who have something to be sticky on. */
function byPercentage(
  said: string | undefined,
  groupId = '',
  stickyOf: (subject: Parameters<Test>[0]) => string | null | undefined,
): Test {
  const percentage = Number(said)
  if (!(percentage > 0)) return NEVER
  if (percentage >= EVERYBODY)
    return (subject) => {
      const sticky = stickyOf(subject)
      return sticky !== undefined && sticky !== null && sticky !== ''
    }
  const prefix = new HashPrefix(`${groupId}:`)
  return (subject) => {
    const sticky = stickyOf(subject)
    if (sticky === undefined || sticky === null || sticky === '') return false
    return (prefix.with(sticky) % EVERYBODY) + 1 <= percentage
  }
}

function remoteAddress(said: string | undefined): Test {
  const items = listOf(said)
  if (items.length === 0) return NEVER
  const texts = new Set<string | undefined>(items)
  const ranges = items.filter((item) => Address4.isValid(item)).map(toRange)
  return (subject) => {
    if (texts.has(subject.context.remoteAddress)) return true
    const address = ranges.length > 0 ? subject.remoteAddress : null
    if (address?.version !== 4) return false
    const { number, bits } = address
    return ranges.some((range) => bits >= range.bits && range.first <= number && number <= range.last)
  }
}

function toRange(text: string) {
  const range = new Address4(text)
  const [first, last] = [range.startAddress(), range.endAddress()]
  return { first: Number(first.bigInt()), last: Number(last.bigInt()), bits: range.subnetMask }
}
