import { ownValue } from '../../own-value.ts'
import type { EvaluatedFeature, EvaluatedStrategy } from '../evaluation/model.ts'

/** Share of users that a strategy lets in, by the hash of a group and a field. */
export interface Rollout {
  groupId: string
  /** Field that it is sticky on; `default`: userId, else sessionId. */
  stickiness: string
  /** Positions of 100 that are in. */
  percent: number
}

/** Users for whom two rollouts look at the same position. */
export type SharedPosition = 'everybody' | 'with-user-id' | 'without-user-id' | 'nobody'

/** Share of users that are in two rollouts. */
export interface ShareOfBoth {
  percent: number
  /** True: one rollout is a part of the other, user by user. False: the product, as the hash spreads groups independently. */
  isExact: boolean
}

const ALL = 100
export const BY_CHANCE = 'random'
export const DEFAULT = 'default'
/** Fields that `default` looks at. */
const OF_DEFAULT = new Set([DEFAULT, 'userId', 'sessionId'])
/** SDKs put the missing value into text. */
const NO_GROUP = 'undefined'

/** Positions are whole numbers: 12.5 % lets in as many users as 12 %. */
export const positionsWithin = (percent: number) => (percent > 0 ? Math.min(ALL, Math.floor(percent)) : 0)

/** Reads the rollout of a strategy. Undefined: its kind has none, or chance decides anew each time. */
export function rolloutOf({ name, parameters = {}, disabled }: EvaluatedStrategy): Rollout | undefined {
  if (disabled) return undefined
  const parameter = (key: string) => ownValue(parameters, key)
  const groupId = parameter('groupId') ?? ''
  switch (name) {
    case 'flexibleRollout': {
      const stickiness = parameter('stickiness') ?? DEFAULT
      if (stickiness === BY_CHANCE) return undefined
      return { groupId, stickiness, percent: positionsWithin(Number(parameter('rollout'))) }
    }
    case 'gradualRolloutUserId':
      return { groupId, stickiness: 'userId', percent: positionsWithin(Number(parameter('percentage'))) }
    case 'gradualRolloutSessionId':
      return { groupId, stickiness: 'sessionId', percent: positionsWithin(Number(parameter('percentage'))) }
    default:
      return undefined
  }
}

/** Group and field by which variants are drawn. */
export type Draw = Pick<Rollout, 'groupId' | 'stickiness'>

const hasChoice = (variants: EvaluatedStrategy['variants'] = []) =>
  variants.filter(({ weight }) => weight > 0).length > 1

/** Reads how the variants of a strategy are drawn. Undefined: there is nothing to draw, or chance decides anew each time. */
export function drawOfStrategy({ parameters = {}, variants, disabled }: EvaluatedStrategy): Draw | undefined {
  if (disabled || !hasChoice(variants)) return undefined
  const stickiness = variants?.[0]?.stickiness || ownValue(parameters, 'stickiness') || DEFAULT
  return stickiness === BY_CHANCE
    ? undefined
    : { groupId: ownValue(parameters, 'groupId') ?? NO_GROUP, stickiness }
}

/** Reads how the variants of a flag itself are drawn: its name is the group. */
export function drawOfFeature({ name, variants, strategies }: EvaluatedFeature): Draw | undefined {
  const areUsed = strategies.length === 0 || strategies.some((one) => (one.variants ?? []).length === 0)
  if (!areUsed || !hasChoice(variants)) return undefined
  const stickiness = variants?.[0]?.stickiness || DEFAULT
  return stickiness === BY_CHANCE ? undefined : { groupId: name, stickiness }
}

/** Finds the users for whom two rollouts, or two draws, look at the same position of the hash. */
export function sharedPosition(a: Draw, b: Draw): SharedPosition {
  if (a.groupId !== b.groupId || a.stickiness === BY_CHANCE || b.stickiness === BY_CHANCE) return 'nobody'
  if (a.stickiness === b.stickiness) return 'everybody'
  const both = new Set([a.stickiness, b.stickiness])
  if (!both.has(DEFAULT)) return 'nobody'
  if (both.has('userId')) return 'with-user-id'
  return both.has('sessionId') ? 'without-user-id' : 'nobody'
}

/** Computes the share of users in two rollouts, of those who match the constraints of both. */
export function shareOfBoth(a: Rollout, b: Rollout): ShareOfBoth {
  return sharedPosition(a, b) === 'nobody'
    ? { percent: (a.percent * b.percent) / ALL, isExact: false }
    : { percent: Math.min(a.percent, b.percent), isExact: true }
}

/** Splits those of one group into lists whose members may share positions. */
export function byPosition<T extends Pick<Draw, 'stickiness'>>(ofGroup: readonly T[]): T[][] {
  const hasDefault = ofGroup.some(({ stickiness }) => stickiness === DEFAULT)
  const lists = new Map<string, T[]>()
  for (const one of ofGroup) {
    const field = hasDefault && OF_DEFAULT.has(one.stickiness) ? DEFAULT : one.stickiness
    const list = lists.get(field)
    if (list) list.push(one)
    else lists.set(field, [one])
  }
  return [...lists.values()]
}

/** Checks that a rollout has users within and without: with all or none, nothing depends on another one. */
export const isPartial = ({ percent }: Pick<Rollout, 'percent'>): boolean => percent > 0 && percent < ALL
