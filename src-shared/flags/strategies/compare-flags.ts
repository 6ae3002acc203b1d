import { compositeKey } from '../../composite-key.ts'
import { ownValue } from '../../own-value.ts'
import type { EvaluatedFeature, EvaluatedStrategy } from '../evaluation/model.ts'
import { DEFAULT, positionsWithin, rolloutOf } from './shared-users.ts'

/** Users that a share is of. `with-user-id` and `without-user-id`: `default` looks at another field for each. */
export type UsersOfShare = 'everybody' | 'with-user-id' | 'without-user-id'

/**
 * The way in which two flags depend on each other. `certain`: one lets in everybody or nobody. `same`: both look at one position.
 * `independent`: at none that is the same. `mixed`: at the same and at others.
 */
export type FlagRelation = 'certain' | 'same' | 'independent' | 'mixed'

/** Percent of users in two flags, of those who match the constraints that are compared, while both flags are on. */
export interface ShareOfFlags {
  of: UsersOfShare
  both: number
  onlyFirst: number
  onlySecond: number
  neither: number
  relation: FlagRelation
  /** True: it follows from the positions, user by user. False: a product, as the hash spreads groups independently. */
  isExact: boolean
  /** The reason why the flags depend on each other or not. */
  reason: string
}

/** Share of users that a strategy lets in. */
interface StrategyShare {
  groupId: string
  /** Field that it is sticky on; undefined: it lets in everybody, or chance decides anew each time. */
  stickiness: string | undefined
  percent: number
}

const ALL = 100
const EVERYBODY: StrategyShare = { groupId: '', stickiness: undefined, percent: ALL }

/** Reads the share of a strategy. Undefined: no hash decides, such as for a list of users or a strategy of one's own. */
function shareOf(strategy: EvaluatedStrategy): StrategyShare | undefined {
  const { name, parameters = {} } = strategy
  const rollout = rolloutOf(strategy)
  if (rollout) return rollout
  const byChance = (percent: string | undefined) => ({
    groupId: '',
    stickiness: undefined,
    percent: positionsWithin(Number(percent)),
  })
  if (name === 'default') return EVERYBODY
  if (name === 'flexibleRollout') return byChance(ownValue(parameters, 'rollout'))
  return name === 'gradualRolloutRandom' ? byChance(ownValue(parameters, 'percentage')) : undefined
}

type Flag = Pick<EvaluatedFeature, 'name' | 'strategies'>

const isTargeted = ({ constraints = [], segments = [] }: EvaluatedStrategy) =>
  constraints.length > 0 || segments.length > 0

/** Strategies of a flag by which it is compared. */
export interface ComparedStrategies {
  /** Strategies without constraints and segments; if there are none, all that are active. */
  strategies: readonly EvaluatedStrategy[]
  /** True if constraints or segments limit all of them. */
  isTargeted: boolean
  /** Number of strategies with constraints or segments beside them: they are for some users only. */
  leftOut: number
  /** Kinds of strategies whose share of users no hash tells. */
  unknown: string[]
}

/** Chooses the strategies of a flag that let in users at large. */
export function comparedStrategies({ strategies }: Flag): ComparedStrategies {
  const active = strategies.filter(({ disabled }) => !disabled)
  const open = active.filter((one) => !isTargeted(one))
  const compared = open.length > 0 ? open : active
  return {
    strategies: compared,
    isTargeted: compared.some(isTargeted),
    leftOut: active.length - compared.length,
    unknown: [...new Set(compared.flatMap((one) => (shareOf(one) ? [] : one.name)))],
  }
}

function sharesOf(flag: Flag): StrategyShare[] {
  const { strategies } = comparedStrategies(flag)
  // a flag that is on without strategies is on for everybody
  return strategies.length === 0 ? [EVERYBODY] : strategies.flatMap((one) => shareOf(one) ?? [])
}

/**
 * Computes which share of users is in both flags, in one or in neither. A user is in a flag if any of its strategies lets the user in.
 * There is one share, or two, where `default` means another field with a user ID than without.
 */
export function shareOfFlags(first: Flag, second: Flag): ShareOfFlags[] {
  const sides: Sides = [
    { name: first.name, shares: sharesOf(first) },
    { name: second.name, shares: sharesOf(second) },
  ]
  if (!splitsDefault(sides)) return [compare('everybody', sides)]
  return [compare('with-user-id', sides), compare('without-user-id', sides)]
}

type Sides = readonly [Side, Side]
interface Side {
  name: string
  shares: readonly StrategyShare[]
}

/** Finds whether `default` and the field that it stands for are used with the same group. */
function splitsDefault([first, second]: Sides): boolean {
  const all = [...first.shares, ...second.shares]
  const groups = new Set(all.filter(({ stickiness }) => stickiness === DEFAULT).map(({ groupId }) => groupId))
  return all.some(
    ({ stickiness, groupId }) =>
      (stickiness === 'userId' || stickiness === 'sessionId') && groups.has(groupId),
  )
}

/** Largest percentage by position of the hash. Chance has a position of its own for each strategy. */
type ByPosition = Map<string, { percent: number; words: string; isDrawn: boolean }>

function byPosition({ name, shares }: Side, of: UsersOfShare): ByPosition {
  const positions: ByPosition = new Map()
  for (const [index, { groupId, stickiness, percent }] of shares.entries()) {
    const field = fieldFor(stickiness, of)
    // without its field, a rollout lets nobody in
    if (field === null || percent === 0) continue
    const isDrawn = field === undefined
    const key = isDrawn ? compositeKey(name, index) : compositeKey(groupId, field)
    const words = isDrawn ? 'by chance, anew each time' : `by the group “${groupId}” and ${field}`
    const known = positions.get(key)
    positions.set(key, { percent: Math.max(known?.percent ?? 0, percent), words, isDrawn })
  }
  return positions
}

/** The field that users are placed by; null: these users do not have it. */
function fieldFor(stickiness: string | undefined, of: UsersOfShare): string | undefined | null {
  if (of === 'everybody') return stickiness
  if (stickiness === DEFAULT) return of === 'with-user-id' ? 'userId' : 'sessionId'
  return stickiness === 'userId' && of === 'without-user-id' ? null : stickiness
}

function compare(of: UsersOfShare, [first, second]: Sides): ShareOfFlags {
  const [a, b] = [byPosition(first, of), byPosition(second, of)]
  const neither = outsideOf([...new Set([...a.keys(), ...b.keys()])].map((key) => largest(key, a, b)))
  const [notFirst, notSecond] = [a, b].map((one) =>
    outsideOf([...one.values()].map(({ percent }) => percent)),
  ) as [number, number]
  const known = relationOf([first.name, a, notFirst], [second.name, b, notSecond])
  return {
    of,
    both: rounded(ALL - notFirst - notSecond + neither),
    onlyFirst: rounded(notSecond - neither),
    onlySecond: rounded(notFirst - neither),
    neither: rounded(neither),
    ...known,
    isExact: known.relation === 'certain' ? isOnePosition(a, b) : known.relation === 'same',
  }
}

const largest = (key: string, a: ByPosition, b: ByPosition) =>
  Math.max(a.get(key)?.percent ?? 0, b.get(key)?.percent ?? 0)

/** Percent of users outside of all rollouts, each at a position of its own: positions are independent of each other. */
const outsideOf = (percents: readonly number[]): number =>
  percents.reduce((outside, percent) => (outside * (ALL - percent)) / ALL, ALL)

/** A flag that lets in everybody or nobody leaves the other one as it is: exact if that has one position. */
const isOnePosition = (a: ByPosition, b: ByPosition) =>
  [a, b].every((one) => {
    const all = [...one.values()]
    return (
      all.some(({ percent }) => percent === ALL) || (all.length <= 1 && all.every(({ isDrawn }) => !isDrawn))
    )
  })

const DIGITS = 1e6
/** Products of percentages have at most a few digits that are no error of the computation. */
const rounded = (percent: number) => Math.round(percent * DIGITS) / DIGITS

type Compared = readonly [name: string, positions: ByPosition, outside: number]

function relationOf(first: Compared, second: Compared): Pick<ShareOfFlags, 'relation' | 'reason'> {
  for (const [[name, , outside], other] of [
    [first, second],
    [second, first],
  ] as const)
    if (outside === 0 || outside === ALL)
      return {
        relation: 'certain',
        reason: `${name} lets in ${outside === 0 ? 'everybody' : 'nobody'}: that says nothing about who is in ${other[0]}.`,
      }
  const [nameA, a] = first
  const [nameB, b] = second
  const common = [...a.keys()].filter((key) => b.has(key))
  const [one] = common
  if (one === undefined)
    return {
      relation: 'independent',
      reason: `They are independent: ${nameA} places users ${wordsOf(a)}, ${nameB} ${wordsOf(b)}. The share in both is the product.`,
    }
  const words = a.get(one)?.words ?? ''
  if (a.size > 1 || b.size > 1)
    return {
      relation: 'mixed',
      reason: `They are not independent: both place users ${words}${common.length > 1 ? ' and more' : ''}, beside other strategies.`,
    }
  return {
    relation: 'same',
    reason: `They are not independent: both place users ${words}, so ${partInWords(first, second)}.`,
  }
}

function partInWords([nameA, , outsideA]: Compared, [nameB, , outsideB]: Compared): string {
  if (outsideA === outsideB) return 'exactly the same users are in both'
  const [small, large] = outsideA > outsideB ? [nameA, nameB] : [nameB, nameA]
  return `all users of ${small} are in ${large}, too`
}

const NAMED = 3
function wordsOf(positions: ByPosition): string {
  const words = [...new Set([...positions.values()].map((one) => one.words))]
  const more = words.length - NAMED
  return words.slice(0, NAMED).join(' or ') + (more > 0 ? ` or ${more} more` : '')
}
