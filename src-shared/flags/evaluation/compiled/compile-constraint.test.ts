import { expect, it } from 'vitest'

import type { EvaluationContext } from '../model.ts'
import { ALWAYS, compileConstraint, NEVER } from './compile-constraint.ts'
import { FieldSlots, ParsedContext } from './parsed-context.ts'

const sources = { now: new Date('2026-11-21T12:00:00.000Z'), random: () => 0, flagOf: () => undefined }
const subjectOf = (context: EvaluationContext, fields = new FieldSlots()) =>
  new ParsedContext(context, fields, sources, 0)

it('a condition that every context meets says true, one that none meets false', () => {
  expect([ALWAYS(subjectOf({})), NEVER(subjectOf({}))]).toEqual([true, false])
})

it.each(['LIKE', '', 'in'])(
  'a constraint with the operator %j, which there is not, is never met',
  (operator) => {
    const fields = new FieldSlots()
    for (const inverted of [true, false])
      expect(compileConstraint({ contextName: 'country', operator, values: ['NO'], inverted }, fields)).toBe(
        NEVER,
      )
  },
)

it.each([1, 2, 4, 5, 9])('a constraint wants one of %i values', (count) => {
  const fields = new FieldSlots()
  const values = Array.from({ length: count }, (_one, index) => `value${index}`)
  const test = compileConstraint({ contextName: 'field', operator: 'IN', values }, fields)
  for (const field of values) expect(test(subjectOf({ field }, fields))).toBe(true)
  for (const context of [{}, { field: `value${count}` }, { field: '' }, { other: 'value0' }])
    expect(test(subjectOf(context, fields))).toBe(false)
})
