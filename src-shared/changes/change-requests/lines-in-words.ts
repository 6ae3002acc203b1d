import { strategyLabel } from '../../flags/evaluation/explain.ts'
import type { Constraint } from '../../flags/schemas/constraint.ts'
import { constraintInWords } from '../../flags/strategies/strategy-words.ts'
import { ownValue } from '../../own-value.ts'
import { percentage } from '../../figures.ts'
import { PARAMETER_NAMES } from './describe-strategy.ts'
import type { SegmentNames } from './described-change.ts'
import type { VariantLike } from './describe-variants.ts'

/**
 * Describes the state before or after a change, one property a line, so that two states can be shown side by side:
 * "Rollout: 25%". Nothing at all has no lines.
 */
export function linesInWords(state: unknown, names?: SegmentNames): string[] {
  if (state === undefined || state === null) return []
  if (Array.isArray(state)) return state.flatMap((one) => elementInWords(one, names))
  if (typeof state !== 'object') return [textOf(state)]
  const isStrategy = 'parameters' in state
  return inOrder(Object.entries(state)).flatMap(([key, value]) =>
    propertyInWords(key, value, names, isStrategy),
  )
}

const FIRST = [
  'name',
  'title',
  'description',
  'disabled',
  'parameters',
  'segments',
  'constraints',
  'variants',
]
const inOrder = (entries: [string, unknown][]) =>
  [...entries].sort(([one], [other]) => placeOf(one) - placeOf(other))
const placeOf = (key: string) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length)

const elementInWords = (element: unknown, names?: SegmentNames): string[] =>
  isVariant(element) ? variantInWords(element) : [linesInWords(element, names).join(', ')]

const isVariant = (value: unknown): value is VariantLike =>
  typeof value === 'object' && value !== null && 'weight' in value && 'name' in value

function propertyInWords(key: string, value: unknown, names: SegmentNames | undefined, isStrategy: boolean) {
  switch (key) {
    case 'name':
      return [isStrategy ? `Strategy: ${strategyLabel(String(value))}` : `Name: ${String(value)}`]
    case 'parameters':
      return parametersInWords(value as Record<string, string>)
    case 'constraints':
      return (value as Constraint[]).flatMap(wholeConstraint)
    case 'segments':
      return (value as number[]).map((id) => `Segment: ${names?.get(id) ?? id}`)
    case 'variants':
      return (value as VariantLike[]).flatMap(variantInWords)
    case 'disabled':
      return value === true ? ['Disabled'] : []
    default:
      return isEmpty(value) ? [] : [`${labelOf(key)}: ${textOf(value)}`]
  }
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

const textOf = (value: unknown): string =>
  typeof value === 'boolean'
    ? value
      ? 'yes'
      : 'no'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

/** "transitionCondition" as "Transition condition". */
const labelOf = (key: string) => {
  const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** In one order, whichever order they were sent in. */
const parametersInWords = (parameters: Record<string, string>) => {
  const known = Object.keys(PARAMETER_NAMES)
  const names = [
    ...known,
    ...Object.keys(parameters)
      .filter((name) => !known.includes(name))
      .toSorted(),
  ]
  return names.flatMap((name) => {
    const value = ownValue(parameters, name) ?? ''
    const label = ownValue(PARAMETER_NAMES, name) ?? name
    return value === '' ? [] : [`${label}: ${name === 'rollout' ? percentage(value) : value}`]
  })
}

/** A line for the test and one for each value, so that a comparison marks the values that differ. */
function wholeConstraint(constraint: Constraint): string[] {
  const { values } = constraint
  if (values.length < 2) return [`Constraint: ${constraintInWords(constraint)}`]
  const [first = ''] = values
  const test = constraintInWords({ ...constraint, values: [first] })
  return [
    `Constraint: ${test.slice(0, test.lastIndexOf(first)).trim()}`,
    ...values.map((value) => `  ${value}`),
  ]
}

const variantInWords = ({ name, weight, weightType, payload }: VariantLike): string[] => [
  `Variant: ${name} ${percentage(weight / 10)}${weightType === 'fix' ? ', fixed' : ''}`,
  ...(payload ? [`  ${payload.type}: ${payload.value}`] : []),
]
