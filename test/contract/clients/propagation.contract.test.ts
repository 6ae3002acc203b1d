import { afterAll, beforeAll, expect, it } from 'vitest'

import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import {
  getAllClientFeatures,
  getDelta,
  registerClientApplication,
} from '#shared/clients/contract/client-api.ts'
import { clientBulkMetrics, getPropagation } from '#shared/clients/contract/edge.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { createProject, updateProject } from '#shared/projects/contract/project-lifecycle.ts'
import { eventually } from '#support/runner/eventually.ts'
import { SDK_MAJORS, startSdk } from '#support/service/sdks.ts'
import {
  BACKEND,
  BACKEND_PRODUCTION,
  startBackend,
  type TestBackend,
} from '#support/service/start-backend.ts'
import { nextRound, useForwarding } from '#support/stages/forwarding-stage.ts'

const { startMirror } = useForwarding()

const MINUTE = 60_000
let app: TestBackend
let url: string
let count = 0

beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'outsider', roles: ['Viewer'] }] })
  url = await app.backend.listen('auto')
})
afterAll(() => app.stop())

const named = (appName: string) => ({
  'unleash-appname': appName,
  'unleash-connection-id': `${appName}-1`,
  'unleash-sdk': 'unleash-client-node:6.0.0',
})
const change = () =>
  app.call(createFeature, { params: { projectId: 'default' }, body: { name: `changed-${count++}` } })
const board = async (as?: string) => (await app.call(getPropagation, as ? { as } : {})).body
const stateOf = async (appName: string) => (await board()).sdks.find((one) => one.appName === appName)
const etagOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['etag'])

it('an SDK that polls is behind from the first change that it has not asked for', async () => {
  const headers = named('polling')
  const polled = await app.call(getAllClientFeatures, { token: BACKEND, headers })
  expect(await stateOf('polling')).toEqual({
    appName: 'polling',
    instance: 'polling-1',
    sdk: 'unleash-client-node:6.0.0',
    environment: 'development',
    way: 'poll',
    revision: Number(etagOf(polled).split(':')[1]),
    behindSince: null,
    seenAt: app.clock.now().toISOString(),
  })
  app.clock.advance(MINUTE)
  const first = app.clock.now().toISOString()
  await change()
  app.clock.advance(MINUTE)
  await change()
  expect(await stateOf('polling')).toMatchObject({ behindSince: first })
  expect((await board()).environments).toMatchObject([{ environment: 'development', sdks: 1, behind: 1 }])

  const again = await app.call(getAllClientFeatures, { token: BACKEND, headers })
  expect(await stateOf('polling')).toMatchObject({ behindSince: null })
  const unchanged = { ...headers, 'if-none-match': etagOf(again) }
  expect((await app.call('GET', '/api/client/features', { token: BACKEND, headers: unchanged })).status).toBe(
    304,
  )
  const { sdks, environments } = await board()
  expect(sdks).toHaveLength(1)
  expect(environments).toEqual([
    { environment: 'development', revision: sdks[0]?.revision, sdks: 1, behind: 0 },
  ])
})

it('one that asks for changes is current with what it was sent', async () => {
  const headers = named('delta')
  const asked = await app.call(getDelta, { token: BACKEND, headers })
  await change()
  expect(await stateOf('delta')).toMatchObject({ way: 'delta', behindSince: app.clock.now().toISOString() })
  await app.call(getDelta, { token: BACKEND, headers: { ...headers, 'if-none-match': etagOf(asked) } })
  expect(await stateOf('delta')).toMatchObject({ behindSince: null })
})

it('one at a stream is told at once, and is gone with its stream', async () => {
  const stop = new AbortController()
  const response = await fetch(`${url}/api/client/streaming`, {
    headers: { authorization: BACKEND, accept: 'text/event-stream', ...named('stream') },
    signal: stop.signal,
  })
  const reading = response.text().catch(() => undefined)
  await eventually(async () => expect(await stateOf('stream')).toMatchObject({ way: 'stream' }))
  const before = await stateOf('stream')
  await change()
  await eventually(async () =>
    expect((await stateOf('stream'))?.revision).toBeGreaterThan(before?.revision ?? Infinity),
  )
  expect(await stateOf('stream')).toMatchObject({ behindSince: null })
  stop.abort()
  await reading
  await eventually(async () => expect(await stateOf('stream')).toBeUndefined())
})

it('a change in one environment leaves those of others current', async () => {
  await app.call(getAllClientFeatures, { token: BACKEND_PRODUCTION, headers: named('elsewhere') })
  await app.call(getAllClientFeatures, { token: BACKEND, headers: named('here') })
  const { name } = (await change()).body
  await app.call(getAllClientFeatures, { token: BACKEND_PRODUCTION, headers: named('elsewhere') })
  await app.call('POST', `/api/admin/projects/default/features/${name}/environments/development/on`)
  expect(await stateOf('here')).toMatchObject({ behindSince: app.clock.now().toISOString() })
  expect(await stateOf('elsewhere')).toMatchObject({ environment: 'production', behindSince: null })
})

it('one that has not asked for ten minutes has gone; only SDKs with a token count', async () => {
  await app.call(getAllClientFeatures, { headers: named('admin') })
  expect(await stateOf('admin')).toBeUndefined()
  await app.call(getAllClientFeatures, { token: BACKEND, headers: named('going') })
  app.clock.advance(10 * MINUTE)
  expect(await stateOf('going')).toBeDefined()
  app.clock.advance(1)
  expect((await board()).sdks).toEqual([])
})

it('those of projects that somebody does not see are hidden', async () => {
  await app.call(createProject, { body: { id: 'hidden', name: 'Hidden' } })
  await app.call(updateProject, {
    params: { projectId: 'hidden' },
    body: { name: 'Hidden', mode: 'private' },
  })
  const { secret } = (
    await app.call(createApiToken, {
      body: { tokenName: 'hidden', type: 'client', environment: 'development', projects: ['hidden'] },
    })
  ).body
  await app.call(getAllClientFeatures, { token: secret, headers: named('secret-app') })
  await app.call(getAllClientFeatures, { token: BACKEND, headers: named('known-app') })
  expect((await board()).sdks.map((one) => one.appName)).toEqual(['known-app', 'secret-app'])
  const seen = await board('outsider')
  expect(seen.sdks.map((one) => one.appName)).toEqual(['known-app'])
  expect(seen.environments).toMatchObject([{ sdks: 1 }])
})

it('the Node SDKs 3 to 6 are named and followed', async () => {
  const sdks = SDK_MAJORS.map((major) => startSdk(major, { url, appName: `node-${major}`, token: BACKEND }))
  const states = async () =>
    (await board()).sdks
      .filter(({ appName }) => appName?.startsWith('node-'))
      .map(({ appName, instance, behindSince }) => [appName, instance !== null, behindSince])
      .sort()
  const all = SDK_MAJORS.map((major) => [`node-${major}`, true, null])
  await eventually(async () => expect(await states()).toEqual(all))
  await change()
  await eventually(async () => expect(await states()).toEqual(all))
  for (const { stop } of sdks) stop()
})

it('instances behind mirrors are listed with their way, and those that register here are not', async () => {
  const register = (appName: string, instanceId: string, via?: { appName: string; instanceId: string }[]) =>
    app.call(clientBulkMetrics, {
      token: BACKEND,
      body: {
        applications: [
          {
            ...{ appName, instanceId, environment: 'development', sdkVersion: 'unleash-client-node:6.0.0' },
            ...(via ? { connectVia: via } : {}),
          },
        ],
        metrics: [],
      },
    })
  const [near, far] = [
    { appName: 'halyard-mirror', instanceId: 'near' },
    { appName: 'halyard-mirror', instanceId: 'far' },
  ]
  await register('behind', 'b-1', [near, far])
  await register('behind', 'b-2', [])
  await register('plain', 'p-1')
  expect((await board()).behindMirrors).toEqual([
    {
      appName: 'behind',
      instance: 'b-1',
      sdk: 'unleash-client-node:6.0.0',
      environment: 'development',
      via: [near, far],
      seenAt: app.clock.now().toISOString(),
    },
  ])
  const of = async (application: string) =>
    (await app.call(getPropagation, { query: { application } })).body.behindMirrorsCount
  expect([await of('behind'), await of('plain')]).toEqual([1, 0])
  // it has moved: its mirror is gone
  await register('behind', 'b-1')
  expect((await board()).behindMirrors).toEqual([])
  await register('behind', 'b-1', [near])
  app.clock.advance(24 * 60 * MINUTE + 1)
  expect((await board()).behindMirrorsCount).toBe(0)
})

it('a mirror stands in the list by the name that those behind it came through', async () => {
  const mirror = await startMirror({ url }, BACKEND, {
    HALYARD_UPSTREAM_APP_NAME: 'berlin',
    HALYARD_UPSTREAM_INSTANCE_ID: 'berlin-1',
  })
  await mirror.call(registerClientApplication, {
    token: BACKEND,
    body: { appName: 'shop', instanceId: 's-1', strategies: [], started: 0, interval: 10 },
  })
  await mirror.call(getAllClientFeatures, { token: BACKEND, headers: named('shop') })
  await nextRound(mirror)
  const { sdks, behindMirrors } = await board()
  expect(behindMirrors).toMatchObject([
    { appName: 'shop', instance: 's-1', via: [{ appName: 'berlin', instanceId: 'berlin-1' }] },
  ])
  const itself = sdks.filter(({ appName }) => appName === 'berlin')
  expect(new Set(itself.map(({ instance }) => instance))).toEqual(new Set(['berlin-1']))
  // at the mirror itself nothing is in between
  expect((await mirror.call(getPropagation)).body.behindMirrors).toEqual([])
})
