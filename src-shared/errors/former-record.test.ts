import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { formerErrorRecord } from './former-record.ts'

const schema = z.strictObject({
  name: z.string().min(2).max(4),
  kind: z.enum(['a', 'b']).optional(),
  size: z.int().min(1).max(9).multipleOf(3).optional(),
  at: z.iso.datetime().optional(),
  code: z.string().regex(/^x/).optional(),
  list: z
    .array(z.object({ 'odd name': z.string() }))
    .max(1)
    .optional(),
  either: z.union([z.string(), z.array(z.string())]).optional(),
})

function recordOf(input: unknown, schemaId?: string) {
  const { error } = schema.safeParse(input, { reportInput: true })
  const findings = error?.issues.map((issue) => ({ part: 'body', issue }) as const) ?? []
  return formerErrorRecord(findings, schemaId)
}

describe('the error record before version 5', () => {
  it('has error and validation, with the five members of the document', () => {
    expect(recordOf({ name: 5 }, 'createThingSchema')).toEqual({
      error: 'Request validation failed',
      validation: [
        {
          keyword: 'type',
          dataPath: '.body.name',
          schemaPath: '#/components/schemas/createThingSchema/properties/name/type',
          params: { type: 'string' },
          message: 'should be string',
        },
      ],
    })
  })

  it.each([
    [{}, 'required', '.body', { missingProperty: 'name' }, "should have required property 'name'"],
    [{ name: 'x' }, 'minLength', '.body.name', { limit: 2 }, 'should NOT be shorter than 2 characters'],
    [{ name: 'xxxxx' }, 'maxLength', '.body.name', { limit: 4 }, 'should NOT be longer than 4 characters'],
    [
      { name: 'ok', kind: 'c' },
      'enum',
      '.body.kind',
      { allowedValues: ['a', 'b'] },
      'should be equal to one of the allowed values',
    ],
    [
      { name: 'ok', size: 0 },
      'minimum',
      '.body.size',
      { comparison: '>=', limit: 1, exclusive: false },
      'should be >= 1',
    ],
    [
      { name: 'ok', size: 12 },
      'maximum',
      '.body.size',
      { comparison: '<=', limit: 9, exclusive: false },
      'should be <= 9',
    ],
    [{ name: 'ok', size: 4 }, 'multipleOf', '.body.size', { multipleOf: 3 }, 'should be multiple of 3'],
    [
      { name: 'ok', at: 'now' },
      'format',
      '.body.at',
      { format: 'date-time' },
      'should match format "date-time"',
    ],
    [{ name: 'ok', code: 'y' }, 'pattern', '.body.code', { pattern: '^x' }, 'should match pattern "^x"'],
    [
      { name: 'ok', list: [{}] },
      'required',
      '.body.list[0]',
      { missingProperty: 'odd name' },
      "should have required property 'odd name'",
    ],
    [
      { name: 'ok', list: [{ 'odd name': 1 }] },
      'type',
      ".body.list[0]['odd name']",
      { type: 'string' },
      'should be string',
    ],
    [
      { name: 'ok', list: [{ 'odd name': '' }, { 'odd name': '' }] },
      'maxItems',
      '.body.list',
      { limit: 1 },
      'should NOT have more than 1 items',
    ],
    [
      { name: 'ok', more: 1 },
      'additionalProperties',
      '.body',
      { additionalProperty: 'more' },
      'should NOT have additional properties',
    ],
    [{ name: 'ok', either: 5 }, 'anyOf', '.body.either', {}, 'should match some schema in anyOf'],
  ])('%j: %s at %s', (input, keyword, dataPath, params, message) => {
    expect(recordOf(input).validation).toEqual([
      expect.objectContaining({ keyword, dataPath, params, message }),
    ])
  })
})
