import { expect, it } from 'vitest'

import { getFeature } from '#shared/flags/contract/features.ts'
import { parseRequest } from './parse-request.ts'
import { requireBounded } from './request-bounds.ts'

it.each([
  ['a value', { tags: [{ value: 'a\u0000b' }] }, '/body/tags/0/value'],
  ['a name', { parameters: { 'a\u0000b': 'c' } }, '/body/parameters'],
])('refuses U+0000 in %s, which PostgreSQL has no place for, and names it', (_where, body, path) => {
  expect(() => requireBounded('body', body)).toThrow(
    expect.objectContaining({
      name: 'ValidationError',
      status: 400,
      details: [expect.objectContaining({ path, message: expect.stringContaining('U+0000') as unknown })],
    }),
  )
})

it('passes over U+0000 in a parameter of the query that the operation does not know', () => {
  expect(() => requireBounded('query', { other: 'a\u0000b', 'a\u0000b': 'c' }, getFeature)).not.toThrow()
})

it('finds nothing where a path has U+0000', () => {
  const params = { projectId: 'default', featureName: 'a\u0000b' }
  expect(() => parseRequest(getFeature, { params })).toThrow(
    expect.objectContaining({ name: 'NotFoundError', status: 404 }),
  )
})
