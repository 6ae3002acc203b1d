import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { CreateEnvironment } from '#shared/projects/schemas/environment.ts'
import { CreateFeature } from '#shared/flags/schemas/feature.ts'
import { Integer } from '#shared/schemas/scalars.ts'
import { checkForm } from './check-form.ts'
import { errorAtField, errorOfField } from './field-words.ts'

describe('an error at its field', () => {
  const cases: readonly (readonly [z.ZodType, unknown, string])[] = [
    [z.string().min(1), '', 'Required.'],
    [z.string(), undefined, 'Required.'],
    [z.string().min(2), 'a', 'Enter at least 2 characters.'],
    [z.string().max(2), 'abc. You sent it', 'Use at most 2 characters.'],
    [z.array(z.string()).max(1), ['a', 'b'], 'Use at most 1 item.'],
    [z.number().min(3), 2, 'Enter at least 3.'],
    [z.number().max(3), 4, 'Enter at most 3.'],
    [z.number().multipleOf(5), 4, 'Enter a multiple of 5.'],
    [Integer, null, 'Enter a whole number.'],
    [z.number(), 'x', 'Enter a number.'],
    [z.enum(['a', 'b']), 'c', 'Choose one of "a", "b".'],
    [z.email(), 'x', 'Enter an e-mail address, such as ada@example.com.'],
    [z.string().regex(/^#[0-9A-Fa-f]{6}$/), 'red', 'Enter a colour such as #1F6FEB.'],
    [z.string().regex(/^x$/), 'y', 'Must match ^x$'],
    [z.string().refine(() => false, 'Own words.'), 'y', 'Own words.'],
  ]
  it.each(cases)('says what to enter, without path and value: %#', (schema, value, said) => {
    expect(checkForm(z.object({ field: schema }), { field: value })).toEqual({ field: said })
  })

  it('explains the names of the contract', () => {
    expect(checkForm(CreateFeature, { name: 'a b' })['name']).toBe('Use only letters, digits and . _ ~ -')
    expect(checkForm(CreateFeature, { name: 'a'.repeat(101) })['name']).toBe('Use at most 100 characters.')
    expect(checkForm(CreateEnvironment, { name: 'a b', type: 'test' })['name']).toBe(
      'Use only letters, digits and . _ ~ -',
    )
  })

  it('leaves other texts as they are', () => {
    expect(errorAtField('"checkout" is taken.')).toBe('"checkout" is taken.')
    expect(errorAtField('The `/body/a` property must be string. You sent 1.')).toContain('must be string')
  })
})

it('names the field of an error that is shown elsewhere', () => {
  const message =
    'The `/body/rules/0/value` property must NOT have more than 5 characters. You sent "abcdef".'
  expect(errorOfField({ path: '/body/rules/0/value', message, description: message })).toBe(
    'rules.0.value: Use at most 5 characters.',
  )
  expect(errorOfField({ message: 'Taken.', description: 'Taken.' })).toBe('Taken.')
})
