import { Address4 } from 'ip-address'

import { contextValue } from './context.ts'
import { rolloutPosition } from './hash.ts'
import type { EvaluatedStrategy, EvaluationContext, EvaluationSources } from './model.ts'
import type { RolloutTrace } from './result.ts'

/**
 * Result of a strategy itself, without constraints and segments. `unknown` for kinds that only an SDK knows.
 */
export interface StrategyResult {
  result: boolean | 'unknown'
  rollout?: RolloutTrace
}

type Parameters = Readonly<Record<string, string>>
type Rule = (parameters: Parameters, context: EvaluationContext, sources: EvaluationSources) => StrategyResult

/** The items of a list in one text. Blanks around a comma do not count, as in the SDKs; an expression would be quadratic. */
export function listOf(text: string | undefined): string[] {
  if (!text) return []
  const items = text.split(',')
  const last = items.length - 1
  return items
    .map((item, at) => (at === 0 ? item : item.trimStart()))
    .map((item, at) => (at === last ? item : item.trimEnd()))
}
const CHANCE_STEPS = 10_000
/** Random value that a rollout is sticky on, from a number in [0, 1). */
export const randomStickyValue = (random: number) => String(Math.round(random * CHANCE_STEPS) + 1)
const chance = (sources: EvaluationSources) => randomStickyValue(sources.random())

function byPercentage(
  percentage: number,
  groupId: string,
  stickiness: string,
  stickyValue: string | undefined,
  isChance = false,
): StrategyResult {
  const position =
    stickyValue === undefined || stickyValue === '' ? null : rolloutPosition(groupId, stickyValue)
  const rollout = {
    percentage,
    position,
    groupId,
    stickiness,
    stickyValue: isChance ? null : (stickyValue ?? null),
  }
  return { result: position !== null && percentage > 0 && position <= percentage, rollout }
}

/** Gradual rollout: sticky on the user, else the session, else chance; on chance alone; or on a field of the context. */
const flexibleRollout: Rule = ({ rollout, groupId = '', stickiness = 'default' }, context, sources) => {
  const percentage = Number(rollout)
  if (stickiness === 'random') return byPercentage(percentage, groupId, stickiness, chance(sources), true)
  if (stickiness !== 'default')
    return byPercentage(percentage, groupId, stickiness, contextValue(context, stickiness))
  const sticky = context.userId || context.sessionId
  return sticky
    ? byPercentage(percentage, groupId, stickiness, String(sticky))
    : byPercentage(percentage, groupId, stickiness, chance(sources), true)
}

const remoteAddress: Rule = ({ IPs }, context) => ({
  result: listOf(IPs).some(
    (range) => range === context.remoteAddress || isInSubnet(context.remoteAddress, range),
  ),
})

/** Longer texts are no addresses. */
const MAX_ADDRESS_LENGTH = 100

function isInSubnet(address: string | undefined, range: string): boolean {
  if (
    address === undefined ||
    address.length > MAX_ADDRESS_LENGTH ||
    !Address4.isValid(address) ||
    !Address4.isValid(range)
  )
    return false
  return new Address4(address).isInSubnet(new Address4(range))
}

/** The standard strategies; the older rollouts are gone from new instances, but SDKs still know them. */
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['default', () => ({ result: true })],
  ['flexibleRollout', flexibleRollout],
  ['remoteAddress', remoteAddress],
  [
    'userWithId',
    ({ userIds }, { userId }) => ({ result: userId !== undefined && listOf(userIds).includes(userId) }),
  ],
  [
    'applicationHostname',
    ({ hostNames }, _context, { hostname = 'undefined' }) => ({
      result: listOf(hostNames?.toLowerCase()).includes(hostname.toLowerCase()),
    }),
  ],
  [
    'gradualRolloutUserId',
    ({ percentage, groupId = '' }, { userId }) => byPercentage(Number(percentage), groupId, 'userId', userId),
  ],
  [
    'gradualRolloutSessionId',
    ({ percentage, groupId = '' }, { sessionId }) =>
      byPercentage(Number(percentage), groupId, 'sessionId', sessionId),
  ],
  [
    'gradualRolloutRandom',
    ({ percentage }, _context, sources) => ({
      result: Number(percentage) >= Math.floor(sources.random() * 100) + 1,
    }),
  ],
])

/** Tells if SDKs bring the strategy along, whatever kinds this instance defines. */
export const isStandardStrategy = (name: string): boolean => RULES.has(name)

export function evaluateStrategy(
  strategy: EvaluatedStrategy,
  context: EvaluationContext,
  sources: EvaluationSources,
): StrategyResult {
  return RULES.get(strategy.name)?.(strategy.parameters ?? {}, context, sources) ?? { result: 'unknown' }
}
