import { TRPCClientError } from '@trpc/client'
import { describe, expect, it } from 'vitest'

import { CreateFeature } from '#shared/flags/schemas/feature.ts'
import { checkForm } from './check-form.ts'
import { counted } from '#ui/figures.ts'
import { toCurl } from './curl.ts'
import { keys, queryClient } from './queries.ts'
import { fieldError, otherErrors, toRefusal } from './refusal.ts'

const detail = (message: string, path?: string) => ({
  message,
  description: message,
  ...(path ? { path } : {}),
})
const refused = (httpStatus: number, record: object) =>
  new TRPCClientError('refused', { result: { error: { data: { httpStatus, record } } } })

describe('an error', () => {
  it('is read from what a procedure throws', () => {
    const record = {
      message: 'No.',
      details: [detail('Bad name', '/body/name')],
      decision: { explanation: ['You are a Viewer.'] },
    }
    expect(toRefusal(refused(403, record))).toEqual({
      status: 403,
      message: 'No.',
      details: record.details,
      explanation: ['You are a Viewer.'],
    })
  })

  it('without an answer has status 0', () => {
    expect(toRefusal(new TypeError('fetch failed'))).toMatchObject({ status: 0, message: 'fetch failed' })
    expect(toRefusal('nonsense')).toMatchObject({ status: 0, message: 'nonsense' })
  })

  it('shows the message of each field at the field, and the rest above the form', () => {
    const refusal = toRefusal(
      refused(400, { message: 'Bad', details: [detail('A', '/body/a'), detail('B', '/body/b')] }),
    )
    expect(fieldError(refusal, 'a')).toBe('A')
    expect(fieldError(refusal, 'c')).toBeUndefined()
    expect(otherErrors(refusal, ['a'])).toEqual(['B'])
    expect(otherErrors(refusal, ['a', 'b'])).toEqual([])
    expect(otherErrors(toRefusal(new Error('gone')), ['a'])).toEqual(['gone'])
    expect(otherErrors(undefined, [])).toEqual([])
  })
})

describe('a form', () => {
  it('is checked by the schema of the contract, with its messages', () => {
    expect(checkForm(CreateFeature, { name: 'good', type: 'release' })).toEqual({})
    expect(checkForm(CreateFeature, { name: 'not good' })).toEqual({
      name: 'Use only letters, digits and . _ ~ -',
    })
  })
})

it('counts items in words', () => {
  expect([0, 1, 2].map((count) => counted(count, 'flag'))).toEqual(['0 flags', '1 flag', '2 flags'])
  expect(counted(2, 'entry', 'entries')).toBe('2 entries')
})

describe('a request as curl', () => {
  it('can be pasted into a shell', () => {
    expect(toCurl('http://h:1', { method: 'POST', path: '/a', body: { name: "it's" } })).toBe(
      `curl -X POST 'http://h:1/a' \\\n  -H "Authorization: $HALYARD_TOKEN" \\\n  -H 'Content-Type: application/json' \\\n  -d '{"name":"it'\\''s"}'`,
    )
    expect(toCurl('http://h:1', { method: 'DELETE', path: '/a' }, 'T')).toBe(
      `curl -X DELETE 'http://h:1/a' \\\n  -H "Authorization: T"`,
    )
  })
})

describe('a query', () => {
  it('is not retried after a rejection', () => {
    const retry = queryClient.getDefaultOptions().queries?.retry as (count: number, error: unknown) => boolean
    expect(retry(0, refused(404, { message: '' }))).toBe(false)
    expect(retry(0, new TypeError('lost'))).toBe(true)
    expect(retry(3, new TypeError('lost'))).toBe(false)
    expect(keys.feature('p', 'f')).toEqual(['feature', 'p', 'f'])
  })
})
