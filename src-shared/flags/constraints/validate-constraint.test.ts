import { describe, expect, it } from 'vitest'

import type { Operator } from '../schemas/constraint.ts'
import { constraintProblem, namedConstraintProblem } from './validate-constraint.ts'

describe('a constraint', () => {
  it.each<[Operator, object, string | null]>([
    ['IN', { values: ['a'] }, null],
    ['IN', { values: [] }, '"value" must contain at least 1 items. You provided [].'],
    ['IN', { values: ['a', ''] }, '"value[1]" is not allowed to be empty.'],
    ['NOT_IN', { values: ['x'.repeat(100)] }, null],
    ['NOT_IN', { values: ['x'.repeat(101)] }, 'length must be less than or equal to 100 characters long'],
    ['IN_CIDR', { values: ['10.0.0.0/8', '::1'] }, null],
    ['IN_CIDR', { values: ['10.0.0.0/99'] }, '"value[0]" must be an IP address or a CIDR range.'],
    ['NUM_GT', { value: '7.5' }, null],
    ['NUM_GT', { value: '' }, 'Single-value constraint operators require a non-empty value.'],
    ['NUM_GT', {}, 'Single-value constraint operators require a non-empty value.'],
    ['NUM_GT', { value: 'many' }, '"value" must be a number. You provided "many".'],
    ['NUM_GT', { value: ' ' }, '"value" must be a number.'],
    ['DATE_AFTER', { value: '2026-11-21T12:00:00Z' }, null],
    ['DATE_AFTER', { value: 'tomorrow' }, '"value" must be a valid date. You provided "tomorrow".'],
    ['SEMVER_EQ', { value: '1.2.3' }, null],
    [
      'SEMVER_EQ',
      { value: 'v1.2.3' },
      'the provided value is not a valid semver format. The value provided was: v1.2.3',
    ],
    ['SEMVER_EQ', { value: '1.2' }, 'not a valid semver format'],
    ['REGEX', { value: '^a+$' }, null],
    ['REGEX', { value: '(' }, 'the provided value is not a valid regex string.'],
    ['REGEX', { value: '(?=a)' }, 'the provided value is not a valid regex string.'],
    ['REGEX', { value: 'a', inverted: true }, 'REGEX operator cannot be inverted.'],
  ])('%s %j: %s', (operator, rest, problem) => {
    const found = constraintProblem({ contextName: 'field', operator, ...rest })
    if (problem === null) expect(found).toBeNull()
    else expect(found).toContain(problem)
  })

  it('names its context field in a strategy and in a segment', () => {
    const problem = (contextName: string) =>
      namedConstraintProblem({ contextName, operator: 'IN', values: ['a'] })
    expect([problem(''), problem('country')]).toEqual(['"contextName" is not allowed to be empty.', null])
  })

  it('accepts only the legal values of its field', () => {
    const legal = new Set(['no', 'se'])
    const problem = (rest: object, operator: Operator) =>
      constraintProblem({ contextName: 'country', operator, ...rest }, legal)
    expect(problem({ values: ['no', 'se'] }, 'IN')).toBeNull()
    expect(problem({ values: ['no', 'de'] }, 'IN')).toBe(
      'input values are not specified as a legal value on this context field',
    )
    expect(problem({ value: '7' }, 'NUM_EQ')).toBe(
      '7 is not specified as a legal value on this context field',
    )
  })
})
