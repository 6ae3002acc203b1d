import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { BACKEND, FRONTEND } from '#support/service/start-backend.ts'
import { startVersions } from '#support/service/start-versions.ts'
import { getAllClientFeatures, getClientFeature } from '#shared/clients/contract/client-api.ts'
import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'
import { createPat } from '#shared/access/contract/personal-tokens.ts'
import { searchFeatures } from '#shared/flags/contract/search.ts'
import { validateUserPassword } from '#shared/access/contract/passwords.ts'

// docs/contract/versions.md#changed-in-8, "v8.2", and the headers in the diff of the recorded answers of 7 and 8
const { as, start, stop } = startVersions({ users: [{ username: 'ann', roles: ['Admin'] }] })
beforeAll(() => start('7', '8.1', '8.2', '8'))
afterAll(stop)

const limitOf = async (version: string, method: string, path: string, call: object = {}) => {
  const { headers } = await (await as(version)).call(method, path, call)
  return headers['ratelimit-limit']
}

describe('the rate limit', () => {
  it.each([
    ['7', undefined],
    ['8.1', undefined],
    ['8', '20000'],
  ])('in %s for SDKs is %s a minute, shared by all their requests', async (version, limit) => {
    const { call } = await as(version)
    const first = await call(getAllClientFeatures, { token: BACKEND })
    expect(first.headers['ratelimit-limit']).toBe(limit)
    const second = await call(getClientFeature, { params: { featureName: 'nope' }, token: BACKEND })
    expect(second.headers['ratelimit-limit']).toBe(limit)
    if (limit === undefined) return
    const third = await call(getFrontendFeatures, { token: FRONTEND })
    const left = [first, second, third].map(({ headers }) => Number(headers['ratelimit-remaining']))
    expect(left).toEqual([19_999, 19_998, 19_997])
  })

  it.each(['7', '8'])('in %s for metrics stays 6000 a minute', async (version) => {
    const body = { appName: 'shop', strategies: [], started: 0, interval: 10 }
    expect(await limitOf(version, 'POST', '/api/client/register', { token: BACKEND, body })).toBe('6000')
  })

  it.each([
    ['7', undefined],
    ['8', '20000'],
  ])('in %s for a personal access token is %s a minute, and applies to no other', async (version, limit) => {
    const { call, clock } = await as(version)
    const expiresAt = new Date(clock.now().getTime() + 86_400_000).toISOString()
    const created = await call(createPat, { as: 'ann', body: { description: 'ci', expiresAt } })
    const token = created.body.secret
    expect(await limitOf(version, 'GET', '/api/admin/user', { token })).toBe(limit)
    expect(await limitOf(version, 'GET', '/api/admin/user', { as: 'ann' })).toBeUndefined()
    expect(await limitOf(version, 'GET', '/api/admin/user')).toBeUndefined()
  })

  it.each(['7', '8.1'])('in %s does not apply to the search', async (version) => {
    const { call } = await as(version)
    for (let calls = 0; calls < 16; calls++) expect((await call(searchFeatures)).status).toBe(200)
  })

  it('in 8.2 is 15 a minute for the search', async () => {
    const { call, clock } = await as('8.2')
    for (let calls = 1; calls <= 15; calls++) {
      const { status, headers } = await call(searchFeatures)
      expect([status, headers['ratelimit-remaining']]).toEqual([200, String(15 - calls)])
    }
    const refused = await call(searchFeatures)
    expect(refused).toMatchObject({
      status: 429,
      text: 'Too many requests, please try again later.',
      headers: { 'ratelimit-limit': '15', 'retry-after': '60' },
    })
    clock.advance(60_000)
    expect((await call(searchFeatures)).status).toBe(200)
  })

  it('in 8 counts every POST to the user administration as a creation', async () => {
    const { call } = await as('8')
    const path = '/api/admin/user-admin'
    const body = { password: 'Str0ng-Passw0rd-55' }
    expect(await limitOf('8', 'POST', path, { body: {} })).toBe('20')
    const checked = await call(validateUserPassword, { body })
    expect(checked.headers).toMatchObject({ 'ratelimit-limit': '20', 'ratelimit-remaining': '18' })
    expect(await limitOf('8', 'GET', path)).toBeUndefined()
    expect(await limitOf('7', 'POST', `${path}/validate-password`, { body })).toBeUndefined()
  })
})
