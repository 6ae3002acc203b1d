import semver from 'semver'

import type { EvaluatedConstraint } from '../model.ts'
import { addressRanges, trimmedValues, matchesValue, type AddressRange } from '../operators.ts'
import type { FieldSlots, ParsedAddress, ParsedContext } from './parsed-context.ts'

/** A condition, ready to be checked. */
export type Test = (subject: ParsedContext) => boolean

export const NEVER: Test = () => false
export const ALWAYS: Test = () => true

/** Compiles a constraint. What is in it is parsed once, what is in the context once for all constraints. */
export function compileConstraint(constraint: EvaluatedConstraint, fields: FieldSlots): Test {
  const test = compileOperator(constraint, fields.slotOf(constraint.contextName))
  if (!test) return NEVER // of an unknown operator, inverted or not
  if (!constraint.inverted) return test
  return test === NEVER ? ALWAYS : (subject) => !test(subject)
}

function compileOperator(constraint: EvaluatedConstraint, slot: number): Test | undefined {
  switch (constraint.operator) {
    case 'REGEX': {
      // compiled patterns are large: the bounded cache of expressions keeps them
      const upright = { ...constraint, inverted: false }
      return (subject) => {
        const actual = subject.text(slot)
        return actual !== null && matchesValue(upright, actual, NO_TIME)
      }
    }
    case 'IN':
      return isOneOf(constraint, slot)
    case 'NOT_IN': {
      const test = isOneOf(constraint, slot)
      return (subject) => !test(subject)
    }
    case 'STR_STARTS_WITH':
      return text(constraint, slot, (actual, value) => actual.startsWith(value))
    case 'STR_ENDS_WITH':
      return text(constraint, slot, (actual, value) => actual.endsWith(value))
    case 'STR_CONTAINS':
      return text(constraint, slot, (actual, value) => actual.includes(value))
    case 'NUM_EQ':
      return number(constraint, (value) => (subject) => subject.number(slot) === value)
    case 'NUM_GT':
      return number(constraint, (value) => (subject) => subject.number(slot) > value)
    case 'NUM_GTE':
      return number(constraint, (value) => (subject) => subject.number(slot) >= value)
    case 'NUM_LT':
      return number(constraint, (value) => (subject) => subject.number(slot) < value)
    case 'NUM_LTE':
      return number(constraint, (value) => (subject) => subject.number(slot) <= value)
    case 'DATE_AFTER':
      return date(constraint, (value) => (subject) => subject.isAfter(value))
    case 'DATE_BEFORE':
      return date(constraint, (value) => (subject) => subject.isBefore(value))
    case 'SEMVER_EQ':
      return version(constraint, slot, (order) => order === 0)
    case 'SEMVER_GT':
      return version(constraint, slot, (order) => order > 0)
    case 'SEMVER_GTE':
      return version(constraint, slot, (order) => order >= 0)
    case 'SEMVER_LT':
      return version(constraint, slot, (order) => order < 0)
    case 'SEMVER_LTE':
      return version(constraint, slot, (order) => order <= 0)
    case 'IN_CIDR':
      return isInRange(constraint, slot)
  }
}

/** For operators that do not ask for the time. */
const NO_TIME = new Date(Number.NaN)

function isOneOf({ values }: EvaluatedConstraint, slot: number): Test {
  const wanted = new Set<string | null>(trimmedValues(values))
  const [first] = wanted
  if (first === undefined) return NEVER
  // most have one, for which a set would be slower and larger
  if (wanted.size === 1) return (subject) => subject.text(slot) === first
  return (subject) => wanted.has(subject.text(slot))
}

function text(
  { values, caseInsensitive = false }: EvaluatedConstraint,
  slot: number,
  test: (actual: string, value: string) => boolean,
): Test {
  const wanted = trimmedValues(values).map((value) => (caseInsensitive ? value.toLowerCase() : value))
  if (wanted.length === 0) return NEVER
  return (subject) => {
    const actual = caseInsensitive ? subject.folded(slot) : subject.text(slot)
    return actual !== null && wanted.some((value) => test(actual, value))
  }
}

/** Comparing with NaN is false, so what is no number in the context never matches. */
function number({ value }: EvaluatedConstraint, compile: (value: number) => Test): Test {
  const parsed = Number(value)
  return Number.isNaN(parsed) ? NEVER : compile(parsed)
}

function date({ value }: EvaluatedConstraint, compile: (value: number) => Test): Test {
  const parsed = new Date(value ?? Number.NaN).getTime()
  return Number.isNaN(parsed) ? NEVER : compile(parsed)
}

function version({ value }: EvaluatedConstraint, slot: number, test: (order: number) => boolean): Test {
  const parsed = semver.parse(value)
  if (!parsed) return NEVER
  return (subject) => {
    const actual = subject.version(slot)
    return actual !== null && test(actual.compare(parsed))
  }
}

function isInRange(constraint: EvaluatedConstraint, slot: number): Test {
  const { of4, of6 } = addressRanges(constraint)
  const small = of4.map((range) => ({
    own: Number(range.own),
    first: Number(range.first),
    last: Number(range.last),
    bits: range.bits,
  }))
  return (subject) => {
    const address = subject.address(slot)
    if (address === null) return false
    return address.version === 4 ? liesIn4(address, small) : liesIn6(address, of6)
  }
}

interface SmallRange {
  own: number
  first: number
  last: number
  bits: number
}

/** Checks that an address lies in a range. An address that is a range itself lies in no narrower one. */
const liesIn4 = ({ number, bits }: ParsedAddress & { version: 4 }, ranges: readonly SmallRange[]) =>
  ranges.some(
    (range) => number === range.own || (bits >= range.bits && range.first <= number && number <= range.last),
  )

const liesIn6 = ({ number, bits }: ParsedAddress & { version: 6 }, ranges: readonly AddressRange[]) =>
  ranges.some(
    (range) => number === range.own || (bits >= range.bits && range.first <= number && number <= range.last),
  )
