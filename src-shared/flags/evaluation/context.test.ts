import { describe, expect, it } from 'vitest'

import { contextValue, textOf } from './context.ts'
import type { EvaluationContext } from './model.ts'

describe('a field of a context', () => {
  const inherited: EvaluationContext = {}
  Object.setPrototypeOf(inherited, { country: '7' })

  it.each<[string, EvaluationContext, string | undefined]>([
    ['a root field', { country: '7' }, '7'],
    ['a property', { properties: { country: '8' } }, '8'],
    ['the root field before a property', { country: '7', properties: { country: '8' } }, '7'],
    ['a property where the root field is null', { country: null, properties: { country: '8' } }, '8'],
    ['nothing where both are null', { country: null, properties: { country: null } }, undefined],
    ['nothing without properties', {}, undefined],
    ['nothing that is inherited', inherited, undefined],
  ])('is %s', (_what, context, value) => {
    expect(contextValue(context, 'country')).toBe(value)
  })

  it.each([
    ['text', 'a b', 'a b'],
    ['a number', 7.5, '7.5'],
    ['a number that JSON does not have', Number.NaN, 'NaN'],
    ['a boolean', false, 'false'],
    ['a large number', 12n, '12'],
    ['an object', { a: 1 }, '{"a":1}'],
    ['a list', [1, 'b'], '[1,"b"]'],
    ['what JSON cannot say', Symbol('a'), ''],
  ])('that is %s is compared as text', (_what, value, text) => {
    expect(textOf(value)).toBe(text)
  })
})
