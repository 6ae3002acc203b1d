import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'

import { constraintProblem } from '#shared/flags/constraints/validate-constraint.ts'
import { OPERATORS, type Constraint, type Operator } from '#shared/flags/schemas/constraint.ts'
import { valueProblem } from './condition-problem.ts'
import { emptyConstraint, isFinished, toConstraint, toConstraintForm } from './constraint-form.ts'

const number = fc.double({ noDefaultInfinity: true, noNaN: true }).map(String)
const version = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)).map((parts) => parts.join('.'))
const date = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
const listed = fc.string({ minLength: 1, maxLength: 100 })
const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.tuple(fc.ipV4(), fc.nat(32)).map((parts) => parts.join('/')),
)

function valuesFor(operator: Operator): fc.Arbitrary<Pick<Constraint, 'values' | 'value'>> {
  const single = (value: fc.Arbitrary<string>) =>
    fc.record({ value, values: fc.array(listed, { maxLength: 2 }) })
  if (operator.startsWith('NUM_')) return single(number)
  if (operator.startsWith('SEMVER_')) return single(version)
  if (operator.startsWith('DATE_'))
    return single(
      fc.oneof(
        date.map((at) => at.toISOString()),
        fc.constant('2026-12-24'),
      ),
    )
  if (operator === 'REGEX') return single(fc.constantFrom('^beta-', ' a b ', 'x|y'))
  const values = fc.array(operator === 'IN_CIDR' ? address : listed, { minLength: 1, maxLength: 5 })
  return fc.record({ values, value: fc.string() }, { requiredKeys: ['values'] })
}

const legalConstraint: fc.Arbitrary<Constraint> = fc
  .constantFrom(...OPERATORS)
  .chain((operator) =>
    fc.tuple(
      fc.record({ contextName: listed, operator: fc.constant(operator) }),
      valuesFor(operator),
      fc.record({ inverted: fc.boolean(), caseInsensitive: fc.boolean() }, { requiredKeys: [] }),
    ),
  )
  .map(([about, values, flags]) => ({ ...about, ...values, ...flags }))
  .filter((constraint) => constraintProblem(constraint) === null)

describe('the form of a constraint', () => {
  property.prop([legalConstraint])('gives back each legal constraint as it was', (constraint) => {
    expect(toConstraint(toConstraintForm(constraint))).toEqual(constraint)
    expect(isFinished(toConstraintForm(constraint), [])).toBe(true)
  })

  property.prop([legalConstraint])('finds no fault with the values of a legal constraint', (constraint) => {
    const { contextName: of, operator, inverted = false, values, value } = constraint
    const all = constraintProblem({ contextName: of, operator, values }) === null ? values : [value ?? '']
    expect(all.map((one) => valueProblem(one, { operator, inverted, of }))).toEqual(all.map(() => undefined))
  })

  it('includes typed text that is not yet a chip', () => {
    const form = { ...emptyConstraint(), contextName: 'userId', values: ['7'], text: ' a, b ,7' }
    expect(toConstraint(form)).toEqual({ contextName: 'userId', operator: 'IN', values: ['7', 'a', 'b'] })
    expect(toConstraint({ ...form, operator: 'NUM_EQ', text: '7' })).toEqual({
      contextName: 'userId',
      operator: 'NUM_EQ',
      values: [],
      value: '7',
    })
  })

  it('omits an option that its operator does not support', () => {
    const form = {
      ...emptyConstraint(),
      contextName: 'age',
      text: '7',
      caseInsensitive: true,
      inverted: true,
    }
    expect(toConstraint({ ...form, operator: 'NUM_EQ' })).toEqual({
      contextName: 'age',
      operator: 'NUM_EQ',
      values: [],
      value: '7',
      inverted: true,
    })
  })

  it('is complete only with a field and legal values', () => {
    const country = {
      name: 'country',
      description: null,
      legalValues: [{ value: 'NO' }],
      stickiness: false,
    }
    const form = { ...emptyConstraint(), values: ['NO'] }
    expect(isFinished(form, [country])).toBe(false)
    expect(isFinished({ ...form, contextName: 'country' }, [country])).toBe(true)
    expect(isFinished({ ...form, contextName: 'country', text: 'NOO' }, [country])).toBe(false)
    expect(isFinished({ ...form, contextName: 'country', text: 'NOO' }, [])).toBe(true)
  })
})

describe('the value of a condition', () => {
  const legal = new Set(['NO', 'SE'])
  it.each<[Operator, string, string | undefined]>([
    ['IN', 'NO', undefined],
    ['IN', 'NOO', '“NOO” is not a legal value of country.'],
    ['NUM_GT', 'many', '“many” is not a number.'],
    ['SEMVER_EQ', '1.2', '“1.2” is not a version such as 1.2.3.'],
    ['DATE_AFTER', 'soon', '“soon” is not a date and time.'],
    ['IN_CIDR', '10.0.0.0/99', '“10.0.0.0/99” is not an IP address, nor a range such as 10.0.0.0/8.'],
    ['STR_CONTAINS', 'x'.repeat(101), 'A value can have at most 100 characters.'],
    ['NUM_GT', '', 'Enter a value.'],
  ])('%s %s: %s', (operator, value, problem) => {
    expect(valueProblem(value, { operator, of: 'country', legal })).toBe(problem)
  })

  it('explains an invalid regular expression as the service does', () => {
    expect(valueProblem('(', { operator: 'REGEX', of: 'x' })).toContain('not a valid regex')
    expect(valueProblem('a', { operator: 'REGEX', of: 'x', inverted: true })).toContain('cannot be inverted')
  })
})
