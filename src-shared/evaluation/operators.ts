import { Address4, Address6 } from 'ip-address'
import { RE2JS } from 're2js'
import semver from 'semver'

import type { EvaluatedConstraint } from './model.ts'

/** Whether a constraint holds for what the context says; inversion aside. */
type Operator = (constraint: EvaluatedConstraint, actual: string | undefined, currentTime: Date) => boolean

/** Blank values never match; what is around a value does not count (as in the SDKs). */
const cleaned = (values: readonly string[] = []) =>
  values.filter((value) => value !== '').map((value) => value.trim())

const isOneOf: Operator = ({ values }, actual) => actual !== undefined && cleaned(values).includes(actual)

function text(test: (actual: string, value: string) => boolean): Operator {
  return ({ values, caseInsensitive }, actual) => {
    if (actual === undefined) return false
    // not by the locale of the host: the answer would differ between machines
    const fold = (one: string) => (caseInsensitive ? one.toLowerCase() : one)
    return cleaned(values).some((value) => test(fold(actual), fold(value)))
  }
}

function number(test: (actual: number, value: number) => boolean): Operator {
  return ({ value }, actual) => {
    const [left, right] = [Number(actual), Number(value)]
    return !Number.isNaN(left) && !Number.isNaN(right) && test(left, right)
  }
}

function date(test: (actual: number, value: number) => boolean): Operator {
  // whatever field is named: a date is compared with the time of the evaluation
  return ({ value }, _actual, currentTime) =>
    test(currentTime.getTime(), new Date(value ?? Number.NaN).getTime())
}

/** A version of the context has no leading v. */
const version = (text: string | undefined) =>
  text === undefined || text.startsWith('v') || semver.valid(text) === null ? undefined : text

function compareVersions(test: (order: number) => boolean): Operator {
  return ({ value }, actual) => {
    const left = version(actual)
    return (
      left !== undefined &&
      value !== undefined &&
      semver.valid(value) !== null &&
      test(semver.compare(left, value))
    )
  }
}

const patterns = new Map<string, RE2JS | undefined>()
const MAX_PATTERNS = 500

/** Compiled once; a pattern that does not compile matches nothing. RE2 needs time linear in the text, whatever the pattern. */
function pattern(source: string, ignoreCase: boolean): RE2JS | undefined {
  const key = `${ignoreCase ? 'i' : 'c'}:${source}`
  if (patterns.has(key)) return patterns.get(key)
  if (patterns.size >= MAX_PATTERNS) patterns.clear()
  let compiled: RE2JS | undefined
  try {
    compiled = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  } catch {
    compiled = undefined
  }
  patterns.set(key, compiled)
  return compiled
}

const matchesPattern: Operator = ({ value, caseInsensitive }, actual) =>
  actual !== undefined &&
  value !== undefined &&
  (pattern(value, caseInsensitive ?? false)
    ?.matcher(actual)
    .find() ??
    false)

/** An address, or a range it lies in; of version 4 or 6, which do not mix. */
const isInRange: Operator = ({ values }, actual) => {
  if (actual === undefined) return false
  const version = [Address4, Address6].find((one) => one.isValid(actual))
  if (!version) return false
  const address = new version(actual)
  return cleaned(values).some((value) => {
    if (!version.isValid(value)) return false
    const range = new version(value)
    return address.correctForm() === range.correctForm() || address.isInSubnet(range)
  })
}

const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ['IN', isOneOf],
  ['NOT_IN', (constraint, actual, currentTime) => !isOneOf(constraint, actual, currentTime)],
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

/** Whether a constraint holds. An operator that is not known holds for nobody, inverted or not. */
export function constraintHolds(
  constraint: EvaluatedConstraint,
  actual: string | undefined,
  currentTime: Date,
): boolean {
  const operator = OPERATORS.get(constraint.operator)
  if (!operator) return false
  return operator(constraint, actual, currentTime) !== (constraint.inverted ?? false)
}
