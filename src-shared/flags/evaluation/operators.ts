import { Address4, Address6 } from 'ip-address'
import semver from 'semver'

import { compileExpression } from '../../expressions/index.ts'
import type { EvaluatedConstraint } from './model.ts'

/** Checks a constraint against the context's value, inversion aside. */
type Operator = (constraint: EvaluatedConstraint, actual: string | undefined, currentTime: Date) => boolean

/** Blank values never match; what is around a value does not count (as in the SDKs). */
export const trimmedValues = (values: readonly string[] = []) =>
  values.filter((value) => value !== '').map((value) => value.trim())

/**
 * Makes something of a constraint once: the constraints of a configuration are the same objects, unchanged, until a change
 * makes new ones. Without it a list of 200 values would be gone through, and copied, with each evaluation.
 */
function once<T extends object>(make: (constraint: EvaluatedConstraint) => T) {
  const made = new WeakMap<EvaluatedConstraint, T>()
  return (constraint: EvaluatedConstraint): T => {
    const known = made.get(constraint)
    if (known) return known
    const value = make(constraint)
    made.set(constraint, value)
    return value
  }
}

const valueSet = once(({ values }) => new Set(trimmedValues(values)))
const isOneOf = (constraint: EvaluatedConstraint, actual: string | undefined): boolean =>
  actual !== undefined && valueSet(constraint).has(actual)

// independent of the host's locale, so that results are the same on every machine
const fold = (one: string, caseInsensitive = false) => (caseInsensitive ? one.toLowerCase() : one)
const folded = once(({ values, caseInsensitive }) =>
  trimmedValues(values).map((value) => fold(value, caseInsensitive)),
)

function text(test: (actual: string, value: string) => boolean): Operator {
  return (constraint, actual) => {
    if (actual === undefined) return false
    const said = fold(actual, constraint.caseInsensitive)
    return folded(constraint).some((value) => test(said, value))
  }
}

function number(test: (actual: number, value: number) => boolean): Operator {
  return ({ value }, actual) => {
    const [left, right] = [Number(actual), Number(value)]
    return !Number.isNaN(left) && !Number.isNaN(right) && test(left, right)
  }
}

function date(test: (actual: number, value: number) => boolean): Operator {
  // ignores the field: a date is compared with the time of the evaluation
  return ({ value }, _actual, currentTime) =>
    test(currentTime.getTime(), new Date(value ?? Number.NaN).getTime())
}

/** A version of the context has no leading v. */
export const versionOf = (text: string | undefined) =>
  text === undefined || text.startsWith('v') || semver.valid(text) === null ? undefined : text

function compareVersions(test: (order: number) => boolean): Operator {
  return ({ value }, actual) => {
    const left = versionOf(actual)
    return (
      left !== undefined &&
      value !== undefined &&
      semver.valid(value) !== null &&
      test(semver.compare(left, value))
    )
  }
}

/** The check of a REGEX constraint: true, false, or in words why the text could not be checked. */
function checkPattern({ value, caseInsensitive }: EvaluatedConstraint, actual: string): boolean | string {
  if (value === undefined) return false
  const { expression, problem } = compileExpression(value, { ignoreCase: caseInsensitive ?? false })
  if (!expression) return problem
  return (
    expression.test(actual) ??
    `The text has ${actual.length} characters, too many for this pattern to be checked.`
  )
}

/** Text that could not be checked does not match; `constraintProblem` says why. */
const matchesPattern: Operator = (constraint, actual) =>
  actual !== undefined && checkPattern(constraint, actual) === true

/** Longer texts are no addresses. */
const MAX_ADDRESS_LENGTH = 100

export interface AddressRange {
  /** The address that it is written with. */
  own: bigint
  first: bigint
  last: bigint
  /** Number of bits that all addresses of the range share. */
  bits: number
}

const toRange = (range: Address4 | Address6): AddressRange => ({
  own: range.bigInt(),
  first: range.startAddress().bigInt(),
  last: range.endAddress().bigInt(),
  bits: range.subnetMask,
})
/** Parses the addresses and ranges that a constraint lists, by version. */
export const addressRanges = ({ values }: EvaluatedConstraint) => ({
  of4: trimmedValues(values).flatMap((value) =>
    Address4.isValid(value) ? toRange(new Address4(value)) : [],
  ),
  of6: trimmedValues(values).flatMap((value) =>
    Address6.isValid(value) ? toRange(new Address6(value)) : [],
  ),
})
const ranges = once(addressRanges)

/** IP address or range, version 4 or 6. A range contains only addresses of its own version. */
const isInRange: Operator = (constraint, actual) => {
  if (actual === undefined || actual.length > MAX_ADDRESS_LENGTH) return false
  const { of4, of6 } = ranges(constraint)
  if (Address4.isValid(actual)) return liesIn(new Address4(actual), of4)
  return Address6.isValid(actual) && liesIn(new Address6(actual), of6)
}

function liesIn(address: Address4 | Address6, ranges: readonly AddressRange[]): boolean {
  const number = address.bigInt()
  return ranges.some(
    ({ own, first, last, bits }) =>
      // a range does not lie in a narrower one
      number === own || (address.subnetMask >= bits && first <= number && number <= last),
  )
}

const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ['IN', isOneOf],
  ['NOT_IN', (constraint, actual) => !isOneOf(constraint, actual)],
  ['STR_STARTS_WITH', text((actual, value) => actual.startsWith(value))],
  ['STR_ENDS_WITH', text((actual, value) => actual.endsWith(value))],
  ['STR_CONTAINS', text((actual, value) => actual.includes(value))],
  ['NUM_EQ', number((actual, value) => actual === value)],
  ['NUM_GT', number((actual, value) => actual > value)],
  ['NUM_GTE', number((actual, value) => actual >= value)],
  ['NUM_LT', number((actual, value) => actual < value)],
  ['NUM_LTE', number((actual, value) => actual <= value)],
  ['DATE_AFTER', date((actual, value) => actual > value)],
  ['DATE_BEFORE', date((actual, value) => actual < value)],
  ['SEMVER_EQ', compareVersions((order) => order === 0)],
  ['SEMVER_GT', compareVersions((order) => order > 0)],
  ['SEMVER_GTE', compareVersions((order) => order >= 0)],
  ['SEMVER_LT', compareVersions((order) => order < 0)],
  ['SEMVER_LTE', compareVersions((order) => order <= 0)],
  ['REGEX', matchesPattern],
  ['IN_CIDR', isInRange],
])

/** True if a constraint holds. With an unknown operator it holds for nobody, inverted or not. */
export function matchesValue(
  constraint: EvaluatedConstraint,
  actual: string | undefined,
  currentTime: Date,
): boolean {
  const operator = OPERATORS.get(constraint.operator)
  if (!operator) return false
  return operator(constraint, actual, currentTime) !== (constraint.inverted ?? false)
}

/** The reason why a constraint could not be checked for a value of the context; undefined: it could. */
export function constraintProblem(
  constraint: EvaluatedConstraint,
  actual: string | undefined,
): string | undefined {
  if (constraint.operator !== 'REGEX' || actual === undefined) return undefined
  const result = checkPattern(constraint, actual)
  return typeof result === 'string' ? result : undefined
}
