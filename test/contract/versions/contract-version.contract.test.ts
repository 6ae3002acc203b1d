import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ADMIN, BACKEND } from '#support/service/start-backend.ts'
import { startVersions } from '#support/service/start-versions.ts'
import { getSignalEndpoints } from '#shared/signals/contract/signal-endpoints.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'

const { as, start, stop } = startVersions()
beforeAll(() => start('4', '5', '6', '6.9', '7', '8'))
afterAll(stop)

const FEATURES = '/api/admin/projects/default/features'

describe('an instance with another contract version', () => {
  it.each([
    ['4', '4.21.0'],
    ['6.9', '6.9.0'],
    ['7', '7.6.5'],
  ])('--contract %s: returns it in its document, and at registration', async (contract, version) => {
    const app = await as(contract)
    const document = await app.call('GET', '/docs/openapi.json')
    expect(document.body).toMatchObject({ info: { version } })
    expect(app.backend.status().contractVersion).toBe(version)
  })

  it.each([
    ['4', 404],
    ['5', 200],
    ['7', 200],
  ])('--contract %s: signal endpoints, which came with 5.11, are %i', async (contract, status) => {
    const answer = await (await as(contract)).call(getSignalEndpoints)
    expect(answer.status).toBe(status)
    if (status === 404)
      expect(answer.body).toMatchObject({
        name: 'NotFoundError',
        message: 'The path you were looking for (/api/admin/signal-endpoints) is not available.',
      })
  })

  it('before 5 returns validation errors in the former shape', async () => {
    const app = await as('4')
    const answer = await app.call('POST', FEATURES, { body: { name: 'flag', impressionData: 'often' } })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      error: 'Request validation failed',
      validation: [
        {
          keyword: 'type',
          dataPath: '.body.impressionData',
          schemaPath: '#/components/schemas/createFeatureSchema/properties/impressionData/type',
          params: { type: 'boolean' },
          message: 'should be boolean',
        },
      ],
    })
  })

  it.each(['5', '7'])('--contract %s has the record of version 5 and later', async (contract) => {
    const answer = await (
      await as(contract)
    ).call('POST', FEATURES, { body: { name: 'flag', impressionData: 'often' } })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      id: expect.any(String) as string,
      name: 'ValidationError',
      message: expect.stringContaining('Request validation failed') as string,
      details: [expect.objectContaining({ path: '/body/impressionData' })],
    })
  })

  it.each([
    ['7', 200],
    ['8', 403],
  ])('--contract %s: the admin token at the client API is %i', async (contract, status) => {
    const app = await as(contract)
    expect((await app.call(getAllClientFeatures, { token: ADMIN })).status).toBe(status)
    expect((await app.call(getAllClientFeatures, { token: BACKEND })).status).toBe(200)
  })

  it.each([
    ['6', 201, 'ci'],
    ['7', 400, undefined],
  ])('--contract %s: a token named by `username` is %i', async (contract, status, username) => {
    const body = { username: 'ci', type: 'client', environment: 'development', projects: ['default'] }
    const answer = await (await as(contract)).call('POST', '/api/admin/api-tokens', { body })
    expect(answer.status).toBe(status)
    expect((answer.body as { username?: string }).username).toBe(username)
  })
})
