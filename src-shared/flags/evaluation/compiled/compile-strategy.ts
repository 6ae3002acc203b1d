import { Address4 } from 'ip-address'

import type { EvaluatedConstraint, EvaluatedStrategy } from '../model.ts'
import { randomStickyValue, listOf } from '../strategies.ts'
import { ALWAYS, NEVER, type Test } from './compile-constraint.ts'
import type { FieldSlots, ParsedContext } from './parsed-context.ts'
import { HashPrefix } from './hash-prefix.ts'

/** Segments and fields that strategies are compiled with. */
export interface StrategyParts {
  fields: FieldSlots
  /** Compiles a constraint; equal ones may share what comes of it. */
  constraint(constraint: EvaluatedConstraint): Test
  /** Joins conditions, in order; equal lists may share what comes of it. */
  allOf(tests: readonly Test[]): Test
  /** Finds a segment, compiled; undefined: there is none. */
  segment(id: number): Test | undefined
}

/** A strategy in two parts. */
export interface CompiledStrategy {
  /** Constraints and segments, which other strategies may share. */
  readonly gate: Test
  /** The strategy's own rule. It comes last, as chance is only asked when it counts. */
  readonly rule: Test
  /** Set if the rule matches a share of users, in a form that a table can check. */
  readonly share?: Share
}

/** A share of those who have something to be sticky on. */
export interface Share {
  readonly percentage: number
  readonly prefix: HashPrefix
  /** Name of a field, or `default`. Equal names mean equal texts. */
  readonly stickiness: string
  /** Returns the text to be sticky on; null or empty: chance decides, or nobody matches. */
  readonly stickyOf: (subject: ParsedContext) => string | null
}

const NO_MATCH: CompiledStrategy = { gate: NEVER, rule: NEVER }

/** Compiles a strategy with its constraints and segments. Disabled ones never match. */
export function compileStrategy(strategy: EvaluatedStrategy, parts: StrategyParts): CompiledStrategy {
  if (strategy.disabled) return NO_MATCH
  const tests = (strategy.constraints ?? []).map((one) => parts.constraint(one))
  for (const id of strategy.segments ?? []) tests.push(parts.segment(id) ?? NEVER)
  const gate = parts.allOf(tests)
  return gate === NEVER ? NO_MATCH : { gate, ...compileRule(strategy, parts.fields) }
}

/** Joins conditions, in order. */
export function allOf(tests: readonly Test[]): Test {
  if (tests.includes(NEVER)) return NEVER
  const [first = ALWAYS, ...others] = tests.filter((test) => test !== ALWAYS)
  return others.reduce((one, next) => (subject) => one(subject) && next(subject), first)
}

type Rule = Pick<CompiledStrategy, 'rule' | 'share'>

function compileRule({ name, parameters = {} }: EvaluatedStrategy, fields: FieldSlots): Rule {
  switch (name) {
    case 'default':
      return { rule: ALWAYS }
    case 'flexibleRollout':
      return flexibleRollout(parameters, fields)
    case 'remoteAddress':
      return { rule: remoteAddress(parameters['IPs']) }
    case 'userWithId': {
      const ids = new Set<string | undefined>(listOf(parameters['userIds']))
      return { rule: ({ userId }) => ids.has(userId) }
    }
    case 'applicationHostname': {
      const names = new Set(listOf(parameters['hostNames']?.toLowerCase()))
      return { rule: ({ hostname }) => names.has(hostname.toLowerCase()) }
    }
    case 'gradualRolloutUserId':
      return { rule: gradualRollout(parameters, (subject) => subject.userId) }
    case 'gradualRolloutSessionId':
      return { rule: gradualRollout(parameters, (subject) => subject.sessionId) }
    case 'gradualRolloutRandom': {
      const percentage = Number(parameters['percentage'])
      return { rule: (subject) => percentage >= Math.floor(subject.random() * 100) + 1 }
    }
    default:
      return { rule: NEVER } // of kinds that only some SDK knows
  }
}

type StickyOf = (subject: ParsedContext) => string | null | undefined

const EVERYBODY = 100

function flexibleRollout(
  { rollout, groupId = '', stickiness = 'default' }: Readonly<Record<string, string>>,
  fields: FieldSlots,
): Rule {
  const percentage = Number(rollout)
  if (!(percentage > 0)) return { rule: NEVER }
  const [isRandom, isDefault] = [stickiness === 'random', stickiness === 'default']
  // whatever chance says, it is not asked
  if (percentage >= EVERYBODY && (isRandom || isDefault)) return { rule: ALWAYS }
  const prefix = new HashPrefix(`${groupId}:`)
  const chance: StickyOf = (subject) => randomStickyValue(subject.random())
  if (isRandom) return { rule: matchShare(percentage, prefix, chance) }
  const slot = fields.slotOf(stickiness)
  const stickyOf = isDefault
    ? (subject: ParsedContext) => subject.sticky
    : (subject: ParsedContext) => subject.text(slot)
  const rule: StickyOf = isDefault ? (subject) => subject.sticky ?? chance(subject) : stickyOf
  return {
    rule: matchShare(percentage, prefix, rule),
    share: { percentage, prefix, stickiness, stickyOf },
  }
}

function gradualRollout(
  { percentage, groupId = '' }: Readonly<Record<string, string>>,
  stickyOf: StickyOf,
): Test {
  const most = Number(percentage)
  return most > 0 ? matchShare(most, new HashPrefix(`${groupId}:`), stickyOf) : NEVER
}

/** Matches a share of those who have something to be sticky on. */
function matchShare(percentage: number, prefix: HashPrefix, stickyOf: StickyOf): Test {
  return (subject) => {
    const sticky = stickyOf(subject)
    if (sticky === undefined || sticky === null || sticky === '') return false
    return isWithin(prefix.with(sticky), percentage)
  }
}

/** Checks that a hash lies within a share of all. */
export const isWithin = (hash: number, percentage: number) => (hash % EVERYBODY) + 1 <= percentage

function remoteAddress(said: string | undefined): Test {
  const items = listOf(said)
  if (items.length === 0) return NEVER
  const texts = new Set<string | undefined>(items)
  const ranges = items.filter((item) => Address4.isValid(item)).map(toRange)
  return (subject) => {
    if (texts.has(subject.context.remoteAddress)) return true
    const address = subject.remoteAddress
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
