import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { validationDetails } from './validation.ts'

const schema = z.strictObject({
  name: z.string().min(2).max(4),
  kind: z.enum(['a', 'b']).optional(),
  size: z.int().min(1).optional(),
  at: z.iso.datetime().optional(),
  tags: z
    .array(z.object({ value: z.string() }))
    .max(2)
    .optional(),
  either: z.union([z.string(), z.array(z.string())]).optional(),
  code: z.string().regex(/^x/).optional(),
})

function detailsOf(input: unknown) {
  const result = schema.safeParse(input, { reportInput: true })
  return result.success ? [] : validationDetails('body', result.error.issues)
}

describe('a validation error', () => {
  it.each([
    [{}, '/body/name', 'The `/body/name` property is required. It was not present on the data you sent.'],
    [{ name: 5 }, '/body/name', 'The `/body/name` property must be string. You sent 5.'],
    [{ name: 'x' }, '/body/name', 'must NOT have fewer than 2 characters. You sent "x".'],
    [{ name: 'xxxxx' }, '/body/name', 'must NOT have more than 4 characters.'],
    [
      { name: 'ok', kind: 'c' },
      '/body/kind',
      'must be equal to one of the allowed values: "a", "b". You provided "c"',
    ],
    [{ name: 'ok', size: 0 }, '/body/size', 'must be >= 1. You sent 0.'],
    [{ name: 'ok', size: 1.5 }, '/body/size', 'must be integer. You sent 1.5.'],
    [{ name: 'ok', at: 'now' }, '/body/at', 'must match format "date-time". You sent "now".'],
    [{ name: 'ok', code: 'y' }, '/body/code', 'must match pattern "^x". You sent "y".'],
    [{ name: 'ok', tags: [{ value: 1 }] }, '/body/tags/0/value', 'must be string. You sent 1.'],
    [{ name: 'ok', tags: [{}, {}, {}] }, '/body/tags', 'must NOT have more than 2 items.'],
    [{ name: 'ok', either: 7 }, '/body/either', 'must be string or array. You sent 7.'],
    [{ name: 'ok', either: [7] }, '/body/either/0', 'must be string. You sent 7.'],
    [{ name: 'ok', other: 1 }, '/body/other', 'must NOT have additional properties. You sent "other".'],
    [null, '/body', 'The `/body` property must be object. You sent null.'],
  ])('%j: %s', (input, path, message) => {
    const details = detailsOf(input)
    const found = details.find((one) => one.path === path)
    expect(found?.message).toContain(message)
    expect(found?.description).toBe(found?.message)
  })

  it('reports every field at once', () => {
    expect(detailsOf({ name: 1, size: 'x', kind: 2 }).map((one) => one.path)).toEqual([
      '/body/name',
      '/body/kind',
      '/body/size',
    ])
  })

  it('does not repeat a huge value', () => {
    expect(detailsOf({ name: 'x'.repeat(100_000) })[0]?.message.length).toBeLessThan(400)
  })
})
