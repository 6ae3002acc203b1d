import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { registerClientApplication, registerClientMetrics } from '#shared/clients/contract/client-api.ts'
import { getMirror } from '#shared/clients/contract/edge.ts'
import { PATIENCE_MS } from '#support/runner/patience.ts'
import type { TestBackend } from '#support/service/start-backend.ts'
import { FaultyUpstream } from '#support/stand-ins/faulty-upstream.ts'
import { OWN_STATE_ANSWERS } from '#support/stand-ins/own-state-answers.ts'
import { startMirrorOf } from './support/mirror-stage.ts'
import { ADMIN_TOKEN } from './support/original-process.ts'
import { describeOriginals } from './support/originals.ts'
import { countOf, differencesOf, nodeAnswers } from './support/sdk-answers.ts'
import { SEED_ENVIRONMENTS, SEED_SIZE, seedContexts } from './support/seed-flags.ts'

const HOUR_MS = 3_600_000
const CONTEXTS = seedContexts(50)

describeOriginals('a mirror of it', ({ original }) => {
  let app: TestBackend
  let url: string
  beforeAll(async () => {
    ;({ app, url } = await startMirrorOf(original()))
  })
  afterAll(() => app?.stop())

  it('is up to date for each of its tokens', async () => {
    const { body } = await app.call(getMirror, { token: ADMIN_TOKEN })
    expect(body).toMatchObject({
      url: original().url,
      sources: SEED_ENVIRONMENTS.map((environment) => ({ environment, problem: null })),
    })
  })

  it.each(SEED_ENVIRONMENTS)(
    'gives the Node SDK, with the same token, the answers of the direct way in %s',
    async (environment) => {
      const token = original().seeded.backend[environment]
      const there = await nodeAnswers({ url: original().url, token }, CONTEXTS)
      const here = await nodeAnswers({ url, token }, CONTEXTS)
      expect(countOf(there)).toBe(SEED_SIZE.flags * CONTEXTS.length)
      expect(differencesOf(there, here)).toEqual([])
    },
  )

  it('answers as the stand-in does, whose faults mirrors are tested with', async () => {
    const standIn = await new FaultyUpstream().listen()
    const answersOf = async (url: string, token: string) => {
      const ask = (headers: Record<string, string>) => fetch(`${url}/api/client/features`, { headers })
      const whole = await ask({ authorization: token })
      const etag = whole.headers.get('etag') ?? ''
      const { version, features, meta } = (await whole.json()) as {
        version: number
        features: object[]
        meta: { etag: string; revisionId: number; queryHash: string }
      }
      const unchanged = await ask({ authorization: token, 'if-none-match': etag })
      standIn.fault = 'a token refused'
      const refused = await ask({ authorization: '*:development.none' })
      return {
        form: {
          type: whole.headers.get('content-type'),
          version,
          etag: etag === `"${meta.queryHash}:${meta.revisionId}:v1"` && etag === meta.etag,
          meta: Object.keys(meta).sort(),
          unchanged: [unchanged.status, await unchanged.text()],
          refused: [refused.status, refused.headers.get('content-type')],
        },
        ofFlags: Object.keys(features[0] ?? {}),
      }
    }
    try {
      const there = await answersOf(original().url, original().seeded.backend.development)
      standIn.fault = undefined
      const here = await answersOf(standIn.url, '*:development.any')
      expect(here.form).toEqual(there.form)
      expect(here.ofFlags.filter((name) => !there.ofFlags.includes(name))).toEqual([])
    } finally {
      await standIn.stop()
    }
  })

  it('takes no report of a mirror about itself, as the stand-ins, and that is no problem', async () => {
    const reported = async (token: string) => {
      const { status, body } = await original().call('POST', '/api/client/metrics/edge', { token, body: {} })
      const { id: _id, ...rest } = body as Record<string, unknown>
      return { status, body: rest }
    }
    const { backend, frontend } = original().seeded
    expect({
      backend: await reported(backend.development),
      frontend: await reported(frontend.development),
      unknown: await reported('*:development.none'),
    }).toEqual(OWN_STATE_ANSWERS)
    app.clock.advance(HOUR_MS)
    await app.backend.runJobs()
    await app.backend.services.stateReporter?.settled
    const { self, forwarding, sources } = (await app.call(getMirror, { token: ADMIN_TOKEN })).body
    expect(self).toMatchObject({ appName: 'halyard-mirror', reportedAt: null })
    expect(forwarding?.problem).toBeNull()
    expect(sources.map(({ problem }) => problem)).toEqual(SEED_ENVIRONMENTS.map(() => null))
  })

  it('follows a change, and has no flag of its own', async () => {
    const token = original().seeded.backend.development
    const path = '/api/admin/projects/default/features/flag-001/environments/development'
    for (const state of ['off', 'on']) {
      expect((await original().call('POST', `${path}/${state}`)).status).toBe(200)
      await expect
        .poll(async () => {
          await app.backend.runJobs()
          const [there, here] = await Promise.all(
            [original().url, url].map((at) => nodeAnswers({ url: at, token }, CONTEXTS.slice(0, 5))),
          )
          return there && here && differencesOf(there, here)
        })
        .toEqual([])
    }
  })

  it('forwards what SDKs report, which the service then shows', async () => {
    const hour = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS).toISOString()
    const appName = 'behind-a-mirror'
    const token = original().seeded.backend.development
    for (const yes of [3, 4]) {
      const { status } = await app.call(registerClientMetrics, {
        token,
        body: {
          appName,
          bucket: {
            start: hour,
            stop: hour,
            toggles: { 'flag-001': { yes, no: 2, variants: { blue: yes } }, 'flag-002': { no: 1 } },
          },
        },
      })
      expect(status).toBe(202)
    }
    const registered = await app.call(registerClientApplication, {
      token,
      body: { appName, instanceId: 'i-1', strategies: ['default'], started: hour, interval: 10 },
    })
    expect(registered.status).toBe(202)
    await app.backend.runJobs()
    const { forwarding } = (await app.call(getMirror, { token: ADMIN_TOKEN })).body
    expect(forwarding).toMatchObject({
      waiting: { reports: 0 },
      sent: 13,
      dropped: 0,
      unconfirmed: 0,
      problem: null,
    })
    const countsOf = async (flag: string) => {
      const { body } = await original().call('GET', `/api/admin/client-metrics/features/${flag}/raw`)
      const { data } = body as { data: { appName: string; yes: number; no: number; variants?: object }[] }
      return data
        .filter((one) => one.appName === appName && one.yes + one.no > 0)
        .map(({ yes, no, variants }) => ({ yes, no, variants: variants ?? {} }))
    }
    // the service writes what it gathers now and then
    await expect
      .poll(async () => [await countsOf('flag-001'), await countsOf('flag-002')], { timeout: PATIENCE_MS })
      .toEqual([[{ yes: 7, no: 4, variants: { blue: 7 } }], [{ yes: 0, no: 2, variants: {} }]])
    await expect
      .poll(async () => (await original().call('GET', `/api/admin/metrics/applications/${appName}`)).status, {
        timeout: PATIENCE_MS,
      })
      .toBe(200)
    const usage = await original().call('GET', '/api/admin/client-metrics/features/flag-001')
    expect(usage.body).toMatchObject({ seenApplications: expect.arrayContaining([appName]) as unknown })
  })

  describe('a token that is made there later', () => {
    const make = async (type: string) => {
      const { status, body } = await original().call('POST', '/api/admin/api-tokens', {
        body: { tokenName: `later-${type}`, type, environment: 'development', projects: ['default'] },
      })
      expect(status).toBe(201)
      return (body as { secret: string }).secret
    }
    const remove = async (token: string) => {
      const path = `/api/admin/api-tokens/${encodeURIComponent(token)}`
      expect((await original().call('DELETE', path)).status).toBe(200)
    }
    const ask = (path: string, token: string) =>
      fetch(`${url}${path}`, { headers: { authorization: token, accept: 'application/json' } })

    // the service takes its minute for both at a time
    it.concurrent('works here at once, and is refused after it was deleted there', async () => {
      const token = await make('client')
      const answer = await ask('/api/client/features', token)
      expect(answer.status).toBe(200)
      const there = await fetch(`${original().url}/api/client/features`, {
        headers: { authorization: token },
      })
      const namesIn = async (one: Response) =>
        ((await one.json()) as { features: { name: string }[] }).features.map(({ name }) => name).sort()
      expect(await namesIn(answer)).toEqual(await namesIn(there))
      const { sources, learntTokens } = (await app.call(getMirror, { token: ADMIN_TOKEN })).body
      expect([sources.length, learntTokens]).toEqual([SEED_ENVIRONMENTS.length, 1])
      await remove(token)
      // 7.6.5 and 8.2.0 go on serving a deleted token that was in use for about a minute, and validate it for longer
      await expect
        .poll(async () => (await original().call('GET', '/api/client/features', { token })).status, {
          timeout: PATIENCE_MS,
          interval: 500,
        })
        .toBe(401)
      expect((await ask('/api/client/features', token)).status).toBe(200)
      // the mirror asks again once an hour
      app.clock.advance(HOUR_MS)
      await app.backend.runJobs()
      expect((await ask('/api/client/features', token)).status).toBe(401)
      // and does not learn it anew
      app.clock.advance(HOUR_MS)
      expect((await ask('/api/client/features', token)).status).toBe(401)
    })

    it.concurrent('is refused at both if it is deleted before an SDK came with it', async () => {
      const token = await make('client')
      await remove(token)
      await expect
        .poll(async () => (await original().call('GET', '/api/client/features', { token })).status)
        .toBe(401)
      expect((await ask('/api/client/features', token)).status).toBe(401)
    })

    it('for pages is evaluated here', async () => {
      const token = await make('frontend')
      const path = '/api/frontend?userId=7&sessionId=1'
      const togglesAt = async (at: string) => {
        const answer = await fetch(at + path, { headers: { authorization: token } })
        const { toggles } = (await answer.json()) as { toggles: { name: string }[] }
        return toggles.map(({ name }) => name).sort()
      }
      await expect.poll(() => togglesAt(original().url)).not.toEqual([])
      await expect
        .poll(async () => [await togglesAt(url), await togglesAt(original().url)])
        .toSatisfy(([here, there]: [string[], string[]]) => String(here) === String(there))
      expect((await ask('/api/client/features', token)).status).toBe(403)
    })

    it('is refused if it never was one', async () => {
      expect((await ask('/api/client/features', 'default:development.no-such-token')).status).toBe(401)
    })
  })
})
