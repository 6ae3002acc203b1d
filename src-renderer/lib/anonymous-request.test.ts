import { afterEach, describe, expect, it, vi } from 'vitest'

import { changePassword, validateToken } from '#shared/access/contract/passwords.ts'
import { validatePublicSignupToken } from '#shared/access/contract/public-signup.ts'
import { requestAnonymously } from './anonymous-request.ts'
import { fieldError, toRefusal } from './refusal.ts'

const fetched = vi.fn<typeof fetch>()
vi.stubGlobal('fetch', fetched)
afterEach(() => fetched.mockReset())

const answers = (status: number, text: string) =>
  fetched.mockImplementation(() => Promise.resolve(new Response(text, { status })))

describe('an operation without a sign-in', () => {
  it('sends the request of the operation', async () => {
    answers(200, '{"id":1}')
    expect(await requestAnonymously(validateToken, { query: { token: 'a b' } })).toEqual({ id: 1 })
    expect(fetched).toHaveBeenLastCalledWith('/auth/reset/validate?token=a+b', { method: 'GET' })
  })

  it('sends a body as JSON, and accepts an empty answer', async () => {
    answers(200, '')
    const body = { token: 't', password: 'p' }
    expect(await requestAnonymously(changePassword, { body })).toBeUndefined()
    expect(fetched).toHaveBeenLastCalledWith('/auth/reset/password', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await requestAnonymously(validatePublicSignupToken, { params: { token: 'a/b' } })
    expect(fetched).toHaveBeenLastCalledWith('/invite/a%2Fb/validate', { method: 'GET' })
  })

  it('reports the field of a validation error', async () => {
    const details = [{ message: 'Too short.', description: 'Too short.', path: '/body/password' }]
    answers(400, JSON.stringify({ message: 'Too short.', details }))
    const error: unknown = await requestAnonymously(changePassword, { body: {} }).catch((one: unknown) => one)
    const refusal = toRefusal(error)
    expect(refusal).toMatchObject({ status: 400, message: 'Too short.' })
    expect(fieldError(refusal, 'password')).toBe('Too short.')
  })

  it('reports a rate limit with the message of the limiter', async () => {
    answers(429, 'Too many requests, please try again later.')
    const error: unknown = await requestAnonymously(changePassword, { body: {} }).catch((one: unknown) => one)
    expect(toRefusal(error)).toMatchObject({
      status: 429,
      message: 'Too many requests, please try again later.',
      details: [],
    })
  })
})
