import { describe, expect, it } from 'vitest'

import type { EvaluatedConstraint } from './model.ts'
import { constraintProblem, matchesValue } from './operators.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')

type Row = [
  operator: string,
  wanted: string | string[],
  actual: string | undefined,
  holds: boolean,
  more?: Partial<EvaluatedConstraint>,
]

/** Expectations for each operator (docs/contract/flags.md#constraints; where it is silent, as the official Node SDK). */
const TABLE: Row[] = [
  ['IN', ['a', 'b'], 'a', true],
  ['IN', ['a', 'b'], 'A', false],
  ['IN', [' a '], 'a', true],
  ['IN', [''], '', false],
  ['IN', ['a'], undefined, false],
  ['NOT_IN', ['a'], 'b', true],
  ['NOT_IN', ['a'], undefined, true],
  ['NOT_IN', ['a'], 'a', false],
  ['STR_STARTS_WITH', ['ab'], 'abc', true],
  ['STR_STARTS_WITH', ['AB'], 'abc', false],
  ['STR_STARTS_WITH', ['AB'], 'abc', true, { caseInsensitive: true }],
  ['STR_CONTAINS', ['SS'], 'ß', false, { caseInsensitive: true }],
  ['STR_ENDS_WITH', ['@example.com', '@x.se'], 'me@x.se', true],
  ['STR_ENDS_WITH', ['@example.com'], undefined, false],
  ['STR_CONTAINS', ['b'], 'abc', true],
  ['STR_CONTAINS', ['d'], 'abc', false],
  ['NUM_EQ', '7', '7.0', true],
  ['NUM_EQ', '7', 'seven', false],
  ['NUM_EQ', '7', '8', false],
  ['NUM_EQ', '7', undefined, false],
  ['NUM_GT', '7', '8', true],
  ['NUM_GT', '7', '7', false],
  ['NUM_GTE', '7', '7', true],
  ['NUM_GTE', '7', '6', false],
  ['NUM_LT', '7', '-1', true],
  ['NUM_LT', '7', '7', false],
  ['NUM_LTE', '7', '7', true],
  ['NUM_LTE', '7', '8', false],
  ['DATE_AFTER', '2026-01-01T00:00:00.000Z', undefined, true],
  ['DATE_AFTER', '2027-01-01T00:00:00.000Z', undefined, false],
  ['DATE_BEFORE', '2027-01-01T00:00:00.000Z', undefined, true],
  ['DATE_BEFORE', '2026-11-21T12:00:00.000Z', undefined, false],
  ['DATE_BEFORE', 'no date', undefined, false],
  ['SEMVER_EQ', '1.2.3', '1.2.3', true],
  ['SEMVER_EQ', '1.2.3', '1.2.4', false],
  ['SEMVER_EQ', '1.2.3', '1.2.3+build', true],
  ['SEMVER_EQ', '1.2.3', 'v1.2.3', false],
  ['SEMVER_EQ', '1.2.3', '1.2', false],
  ['SEMVER_GT', '1.2.3', '1.10.0', true],
  ['SEMVER_GT', '1.2.3', '1.2.3', false],
  ['SEMVER_GT', '1.2.3', '1.2.3-beta', false],
  ['SEMVER_GTE', '1.2.3', '1.2.3', true],
  ['SEMVER_LT', '1.2.3', '1.2.3-beta', true],
  ['SEMVER_LT', '1.2.3', '1.2.3', false],
  ['SEMVER_LT', '1.2.3', '1.2.4', false],
  ['SEMVER_LTE', '1.2.3', '1.2.4', false],
  ['SEMVER_LT', 'nonsense', '1.2.3', false],
  ['REGEX', '^a.c$', 'abc', true],
  ['REGEX', '^A.C$', 'abc', false],
  ['REGEX', '^A.C$', 'abc', true, { caseInsensitive: true }],
  ['REGEX', '(', 'abc', false],
  ['REGEX', 'a', undefined, false],
  ['IN_CIDR', ['10.0.0.0/8'], '10.1.2.3', true],
  ['IN_CIDR', ['10.0.0.0/8'], '11.1.2.3', false],
  ['IN_CIDR', ['10.0.0.1'], '10.0.0.1', true],
  ['IN_CIDR', ['10.0.0.1/8'], '10.0.0.0', true],
  ['IN_CIDR', ['10.0.0.0/8'], '10.255.255.255', true],
  ['IN_CIDR', ['10.0.0.0/16'], '10.0.255.1/16', true],
  ['IN_CIDR', ['10.0.0.0/16'], '10.0.255.1/15', false],
  ['IN_CIDR', ['10.0.0.1/16'], '10.0.0.1/8', true],
  ['IN_CIDR', ['fe80::/10'], `fe80::1%${'e'.repeat(92)}`, true],
  ['IN_CIDR', ['fe80::/10'], `fe80::1%${'e'.repeat(93)}`, false],
  ['IN_CIDR', ['10.0.0.0/8'], undefined, false],
  ['IN_CIDR', ['fd00::/8'], 'fd12::1', true],
  ['IN_CIDR', ['fd00::/8'], '10.0.0.1', false],
  ['IN_CIDR', ['nonsense'], '10.0.0.1', false],
  ['IN_CIDR', ['10.0.0.0/8'], 'nonsense', false],
]

describe('an operator', () => {
  it.each(TABLE)('%s %j for %j: %s', (operator, wanted, actual, holds, more = {}) => {
    const constraint = {
      contextName: 'field',
      operator,
      ...(Array.isArray(wanted) ? { values: wanted } : { values: [], value: wanted }),
      ...more,
    }
    expect(matchesValue(constraint, actual, NOW)).toBe(holds)
    expect(matchesValue({ ...constraint, inverted: true }, actual, NOW)).toBe(!holds)
  })

  it('that is unknown matches nobody, inverted or not', () => {
    const unknown = { contextName: 'field', operator: 'SOUNDS_LIKE', values: ['a'] }
    expect(matchesValue(unknown, 'a', NOW)).toBe(false)
    expect(matchesValue({ ...unknown, inverted: true }, 'a', NOW)).toBe(false)
  })

  it.each(['IN', 'STR_CONTAINS', 'NUM_EQ', 'NUM_GTE', 'DATE_AFTER', 'SEMVER_EQ', 'REGEX', 'IN_CIDR'])(
    '%s without a value holds for nobody',
    (operator) => {
      const bare = { contextName: 'field', operator }
      for (const actual of ['', 'a', '0', '1.2.3', undefined])
        expect(matchesValue(bare, actual, NOW)).toBe(false)
    },
  )

  it('finishes for a hostile pattern on which a backtracking engine would not', () => {
    const constraint = { contextName: 'field', operator: 'REGEX', value: '^(a+)+$' }
    expect(matchesValue(constraint, `${'a'.repeat(5000)}!`, NOW)).toBe(false)
  })
})

describe('the problem of a constraint', () => {
  const problemOf = (operator: string, value: string, actual: string | undefined) =>
    constraintProblem({ contextName: 'field', operator, value }, actual)

  it.each([
    ['a pattern that is none', 'REGEX', '(', 'abc', /\S/],
    [
      'a text too long for its pattern',
      'REGEX',
      'a{50}b',
      'a'.repeat(1_000_000),
      /^The text has 1000000 characters/,
    ],
  ])('says in words what is wrong: %s', (_what, operator, value, actual, problem) => {
    expect(problemOf(operator, value, actual)).toMatch(problem)
  })

  it.each([
    ['a pattern that matches', 'REGEX', '^a', 'abc'],
    ['a pattern that does not', 'REGEX', '^b', 'abc'],
    ['no text to check', 'REGEX', '(', undefined],
    ['another operator', 'STR_CONTAINS', '(', 'abc'],
  ])('is none for %s', (_what, operator, value, actual) => {
    expect(problemOf(operator, value, actual)).toBeUndefined()
  })
})
