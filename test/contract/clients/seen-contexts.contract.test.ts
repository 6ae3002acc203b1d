import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { readEventLog } from '#support/service/event-log.ts'
import { BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import {
  forgetSeenContexts,
  getSeenContexts,
  updateSeenContexts,
} from '#shared/clients/contract/seen-contexts.ts'
import { recordImpressions } from '#shared/clients/contract/impressions.ts'
import { getPlayground, getAdvancedPlayground } from '#shared/insight/contract/playground.ts'
import { getFrontendFeaturesWithPost } from '#shared/clients/contract/frontend-api.ts'
import { createEnvironment, removeEnvironment } from '#shared/projects/contract/environment-lifecycle.ts'

const SEEN = '/api/admin/seen-contexts'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'logs', roles: ['Viewer'], permissions: [{ permission: 'READ_LOGS' }], atRoot: true },
    ],
  })
})
beforeEach(() => app.call(forgetSeenContexts))
afterAll(() => app.stop())

const status = async () => (await app.call(getSeenContexts)).body
const counts = async () =>
  Object.fromEntries((await status()).environments.map((one) => [one.environment, one.contexts]))
const ask = (query: string) => app.call('GET', `/api/frontend?${query}`, { token: FRONTEND })
const turnedTo = (enabled: boolean) => app.call(updateSeenContexts, { body: { enabled } })

describe('seen contexts', () => {
  it('are those of the frontend API, each once, with a count', async () => {
    await ask('userId=ann&country=NO')
    app.clock.advance(60_000)
    await ask('country=NO&userId=ann')
    await ask('userId=ann&properties[country]=NO')
    await ask('userId=bob')
    const now = app.clock.now().toISOString()
    expect(await status()).toEqual({
      enabled: true,
      limit: 5000,
      retentionDays: 7,
      environments: [{ environment: 'development', contexts: 2, calls: 4, oldest: now, newest: now }],
    })
  })

  it('are not kept apart by random session ids or by time', async () => {
    await ask('userId=ann')
    await ask('userId=ann')
    await ask('userId=ann&currentTime=2026-01-01T00:00:00.000Z')
    expect(await counts()).toEqual({ development: 1 })
    await ask('userId=ann&sessionId=7')
    expect(await counts()).toEqual({ development: 2 })
  })

  it('include those of impressions', async () => {
    const context = { sessionId: 7, appName: 'web', environment: 'production', userId: 'ann' }
    const event = { eventType: 'isEnabled', featureName: 'x', enabled: true, context }
    await app.call(recordImpressions, { token: BACKEND, body: [event, event] })
    expect(await counts()).toEqual({ development: 1 })
  })

  it('include those of the playground, for existing environments', async () => {
    const context = { appName: 'play', userId: 'ann,bob' }
    await app.call(getPlayground, { body: { environment: 'development', context } })
    await app.call(getPlayground, { body: { environment: 'the moon', context } })
    await app.call(getAdvancedPlayground, {
      body: { environments: ['production', 'the moon'], projects: ['default'], context },
    })
    expect(await counts()).toEqual({ development: 1, production: 2 })
  })

  it('exclude values that are too long', async () => {
    await app.call(getFrontendFeaturesWithPost, {
      token: FRONTEND,
      body: { context: { userId: 'ann', essay: 'x'.repeat(5000) } },
    })
    expect(await counts()).toEqual({})
  })

  it('can be deleted, with an event that names no user', async () => {
    await ask('userId=ann')
    expect(await app.call(forgetSeenContexts)).toMatchObject({ status: 200, text: '' })
    expect(await counts()).toEqual({})
    const text = JSON.stringify(await readEventLog(app))
    expect(text).toContain('seen-contexts-forgotten')
    expect(text).not.toContain('ann')
  })

  it('are not kept, and deleted, when the setting is off', async () => {
    await ask('userId=ann')
    expect(await turnedTo(false)).toMatchObject({ status: 200, body: { enabled: false } })
    await ask('userId=bob')
    expect(await status()).toMatchObject({ enabled: false, environments: [] })
    await turnedTo(true)
    await ask('userId=bob')
    expect(await counts()).toEqual({ development: 1 })
  })

  it('are deleted with their environment', async () => {
    await app.call(createEnvironment, { body: { name: 'passing', type: 'test' } })
    const context = { appName: 'play' }
    await app.call(getPlayground, { body: { environment: 'passing', context } })
    expect(await counts()).toEqual({ passing: 1 })
    await app.call(removeEnvironment, { params: { name: 'passing' } })
    expect(await counts()).toEqual({})
  })

  it('are counted for holders of READ_LOGS, and otherwise are for Admins', async () => {
    expect((await app.call(getSeenContexts, { as: 'logs' })).status).toBe(200)
    expect((await app.call(getSeenContexts, { as: 'viewer' })).status).toBe(403)
    expect((await app.call(forgetSeenContexts, { as: 'logs' })).status).toBe(403)
    expect((await app.call(updateSeenContexts, { as: 'logs', body: { enabled: false } })).status).toBe(403)
    expect((await app.call('PUT', SEEN, { body: { enabled: 'no' } })).status).toBe(400)
  })
})
