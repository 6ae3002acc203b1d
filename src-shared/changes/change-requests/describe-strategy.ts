import { ownValue } from '../../own-value.ts'
import { strategyLabel } from '../../flags/evaluation/explain.ts'
import type { Constraint } from '../../flags/schemas/constraint.ts'
import type {
  CreateStrategy,
  ListedStrategy,
  Strategy,
  UpdateStrategy,
} from '../../flags/schemas/strategy.ts'
import { constraintInWords, segmentsInWords, strategyInWords } from '../../flags/strategies/strategy-words.ts'
import { percentage } from '../../figures.ts'
import type { SegmentNames } from './described-change.ts'
import { variantDifferences } from './describe-variants.ts'

/** Strategy as descriptions show it: without its position among the others. */
export type StrategyLike = Omit<Strategy, 'id' | 'sortOrder'>

/** Completes a strategy as the service does: fills in the fields that were not sent. */
export function asStrategy(body: CreateStrategy | UpdateStrategy, before?: StrategyLike): StrategyLike {
  return {
    name: body.name ?? before?.name ?? '',
    title: body.title === undefined ? (before?.title ?? null) : body.title,
    disabled: body.disabled ?? before?.disabled ?? false,
    constraints: (body.constraints ?? []).map((one) => ({ ...one, values: one.values ?? [] })),
    parameters: body.parameters ?? {},
    variants: body.variants ?? [],
    segments: body.segments ?? before?.segments ?? [],
  }
}

/** "Gradual rollout 25% with 2 constraints and the segment “Norway”" */
export function strategyInBrief(
  { name, title, parameters, constraints, segments, variants }: StrategyLike,
  names?: SegmentNames,
) {
  const rollout = name === 'flexibleRollout' ? ` ${percentage(parameters['rollout'] ?? 100)}` : ''
  const parts = [
    counted(constraints.length, 'constraint'),
    segments.length === 0 ? '' : segmentsInWords(segments, names),
    counted(variants.length, 'variant'),
  ].filter((part) => part !== '')
  const called = title ? ` “${title}”` : ''
  return `${strategyLabel(name)}${called}${rollout}${parts.length > 0 ? ` with ${listed(parts)}` : ''}`
}

const counted = (count: number, noun: string) =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`

const listed = (parts: readonly string[]) =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** The whole of it as a sentence. */
export const strategySentence = (strategy: StrategyLike, names?: SegmentNames): string =>
  strategyInWords(strategy satisfies Omit<ListedStrategy, 'id' | 'sortOrder' | 'milestoneId'>, names)

/** Describes the differences of a strategy, one text each: "Rollout 25% → 50%". */
export function strategyDifferences(
  before: StrategyLike,
  after: StrategyLike,
  names?: SegmentNames,
): string[] {
  const segmentName = (id: number) => names?.get(id) ?? `segment ${id}`
  return [
    ...(before.name === after.name
      ? []
      : [`Strategy ${strategyLabel(before.name)} → ${strategyLabel(after.name)}`]),
    ...((before.title ?? '') === (after.title ?? '')
      ? []
      : [`Title ${quoted(before.title)} → ${quoted(after.title)}`]),
    ...(before.disabled === after.disabled
      ? []
      : [after.disabled ? 'Disabled: kept but not used' : 'No longer disabled']),
    ...parameterDifferences(before, after),
    ...constraintDifferences(before.constraints, after.constraints),
    ...added(before.segments, after.segments).map((id) => `Segment added: ${segmentName(id)}`),
    ...added(after.segments, before.segments).map((id) => `Segment removed: ${segmentName(id)}`),
    ...variantDifferences(before.variants, after.variants),
  ]
}

const quoted = (title: string | null) => (title ? `“${title}”` : 'none')

const added = (before: readonly number[], after: readonly number[]) =>
  after.filter((id) => !before.includes(id))

/** Names of parameters in words. */
export const PARAMETER_NAMES: Record<string, string> = {
  rollout: 'Rollout',
  stickiness: 'Stickiness',
  groupId: 'Group',
  IPs: 'Addresses',
  hostNames: 'Host names',
  userIds: 'User ids',
}

/**
 * Parameters that the service fills in if they are not sent. Their absence is not a difference to describe.
 */
const COMPLETED = ['stickiness', 'groupId']

function parameterDifferences(before: StrategyLike, after: StrategyLike): string[] {
  const names = new Set([...Object.keys(before.parameters), ...Object.keys(after.parameters)])
  return [...names].flatMap((name) => {
    const was = ownValue(before.parameters, name) ?? ''
    const is = ownValue(after.parameters, name) ?? ''
    if (was === is || (is === '' && COMPLETED.includes(name))) return []
    const value = (text: string) => (text === '' ? 'none' : name === 'rollout' ? percentage(text) : text)
    return [`${ownValue(PARAMETER_NAMES, name) ?? name} ${value(was)} → ${value(is)}`]
  })
}

/**
 * Describes the differences of a list of constraints: added and removed constraints, and added and removed
 * values.
 */
export function constraintDifferences(before: readonly Constraint[], after: readonly Constraint[]): string[] {
  const isSame = (one: Constraint) => (other: Constraint) => keyOf(one) === keyOf(other)
  const gone = before.filter((one) => !after.some(isSame(one)))
  const come = after.filter((one) => !before.some(isSame(one)))
  const lines: string[] = []
  for (const constraint of come) {
    const index = gone.findIndex((one) => testOf(one) === testOf(constraint))
    const [former] = index < 0 ? [] : gone.splice(index, 1)
    lines.push(
      former && constraint.values.length > 0
        ? changedValues(former, constraint)
        : former
          ? `Constraint ${constraintInWords(former)} → ${constraint.value ?? ''}`
          : `Constraint added: ${constraintInWords(constraint)}`,
    )
  }
  return [...lines, ...gone.map((one) => `Constraint removed: ${constraintInWords(one)}`)]
}

/** Builds a key for the test of a constraint, without its values. */
const testOf = ({ contextName, operator, inverted = false, caseInsensitive = false }: Constraint) =>
  JSON.stringify([contextName, operator, inverted, caseInsensitive])

const keyOf = (constraint: Constraint) =>
  JSON.stringify([testOf(constraint), [...constraint.values].sort(), constraint.value ?? ''])

const SHOWN_VALUES = 6

function changedValues(before: Constraint, after: Constraint): string {
  const come = after.values.filter((value) => !before.values.includes(value))
  const gone = before.values.filter((value) => !after.values.includes(value))
  const some = (values: readonly string[]) =>
    values.slice(0, SHOWN_VALUES).join(', ') +
    (values.length > SHOWN_VALUES ? ` and ${values.length - SHOWN_VALUES} more` : '')
  const parts = [
    ...(come.length > 0 ? [`${some(come)} added`] : []),
    ...(gone.length > 0 ? [`${some(gone)} removed`] : []),
  ]
  return `Values of ${after.contextName}: ${parts.join(', ')}`
}
