import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { readConfig } from '#settings/config.ts'
import type { Backend } from '#main/app/backend.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import type { MirrorState } from '#shared/clients/schemas/mirror.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { StandInUpstream } from '#support/stand-ins/stand-in-upstream.ts'
import { FakeClock } from '#support/service/fake-clock.ts'
import {
  ADMIN,
  BACKEND,
  BACKEND_PRODUCTION,
  startBackend,
  type TestBackend,
} from '#support/service/start-backend.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'

const places: Awaited<ReturnType<typeof makeTempPlace>>[] = []
const clock = new FakeClock()
let upstream: TestBackend
let url: string
let running: Backend | undefined

beforeAll(async () => {
  upstream = await startBackend({})
  url = await upstream.backend.listen('auto')
  await upstream.call(createFeature, { params: { projectId: 'default' }, body: { name: 'there' } })
})
afterEach(() => running?.close())
afterAll(async () => {
  await upstream.stop()
  for (const { remove } of places) await remove()
})

async function newPlace() {
  const place = await makeTempPlace()
  places.push(place)
  return place
}
/** Starts a Halyard on a folder, without tokens of SDKs of its own. */
async function start(at: object, env: Record<string, string> = {}): Promise<Backend> {
  await running?.close()
  running = await createBackend({
    config: readConfig({ ...at, port: '0' }, { INIT_ADMIN_API_TOKENS: ADMIN, ...env }),
    wasm,
    logger: createLogger('silent'),
    clock,
  })
  await running.runJobs()
  return running
}
const get = ({ http }: Backend, path: string, token: string) =>
  http.inject({ method: 'GET', url: path, headers: { host: 'localhost:4242', authorization: token } })
const namesOf = async (backend: Backend, token: string) => {
  const answer = await get(backend, '/api/client/features', token)
  if (answer.statusCode !== 200) return answer.statusCode
  return answer.json<{ features: { name: string }[] }>().features.map(({ name }) => name)
}
const stateOf = async (backend: Backend) =>
  (await get(backend, '/api/halyard/mirror', ADMIN)).json<MirrorState>()
const MIRROR = { HALYARD_UPSTREAM_TOKENS: `${BACKEND},${BACKEND_PRODUCTION}` }

it('a mirror goes on with what it had, and with its tokens, if the upstream is away at its start', async () => {
  const { at } = await newPlace()
  const first = await start(at, { ...MIRROR, HALYARD_UPSTREAM: url })
  expect(await namesOf(first, BACKEND)).toEqual(['there'])
  const { sources } = await stateOf(first)
  const again = await start(at, { ...MIRROR, HALYARD_UPSTREAM: 'http://127.0.0.1:9' })
  expect([await namesOf(again, BACKEND), await namesOf(again, BACKEND_PRODUCTION)]).toEqual([
    ['there'],
    ['there'],
  ])
  expect(await stateOf(again)).toMatchObject({
    url: 'http://127.0.0.1:9',
    sources: sources.map((source) => ({
      ...source,
      isStreamed: false,
      problem: expect.stringContaining('127.0.0.1') as unknown,
    })),
  })
})

it('flags and token of a source that the settings no longer have go once the others are answered', async () => {
  const { at } = await newPlace()
  await start(at, { ...MIRROR, HALYARD_UPSTREAM: url })
  const tokens = { HALYARD_UPSTREAM_TOKENS: BACKEND }
  const away = await start(at, { ...tokens, HALYARD_UPSTREAM: 'http://127.0.0.1:9' })
  expect(await namesOf(away, BACKEND_PRODUCTION)).toEqual(['there'])
  const app = await start(at, { ...tokens, HALYARD_UPSTREAM: url })
  const { queries } = app.store
  const left = await queries
    .selectFrom('api_tokens')
    .select('secret')
    .where('token_name', '=', 'upstream')
    .execute()
  expect([await namesOf(app, BACKEND), left]).toEqual([['there'], [{ secret: BACKEND }]])
  expect(await queries.selectFrom('feature_environments').select('environment').execute()).toEqual([
    { environment: 'development' },
  ])
  const none = await start(at, { HALYARD_UPSTREAM: url })
  expect(await namesOf(none, BACKEND)).toEqual(['there'])
})

it('an answer without a change leaves the time of the last one', async () => {
  const { at } = await newPlace()
  const { sources } = await stateOf(await start(at, { ...MIRROR, HALYARD_UPSTREAM: url }))
  clock.advance(1000)
  // another address of the same service: its revision counts for nothing
  const other = url.replace('127.0.0.1', 'localhost')
  const again = await stateOf(await start(at, { ...MIRROR, HALYARD_UPSTREAM: other }))
  expect(again.sources).toEqual(
    sources.map((source) => ({
      ...source,
      checkedAt: clock.now().toISOString(),
      isStreamed: expect.any(Boolean) as unknown,
    })),
  )
})

it('an admin token is refused, as it is none for SDKs', async () => {
  const { at } = await newPlace()
  const app = await start(at, { HALYARD_UPSTREAM_TOKENS: ADMIN, HALYARD_UPSTREAM: url })
  expect((await stateOf(app)).sources).toMatchObject([
    { environment: null, problem: 'An admin token is not for SDKs. Use a backend token.' },
  ])
})

it('one that never reached its upstream has no flags, knows no token, and is not ready', async () => {
  const app = await start((await newPlace()).at, { ...MIRROR, HALYARD_UPSTREAM: 'http://127.0.0.1:9' })
  expect([await namesOf(app, BACKEND), (await get(app, '/ready', '')).statusCode]).toEqual([503, 503])
  expect((await stateOf(app)).sources).toMatchObject([{ environment: null }, { environment: null }])
})

it('tokens that SDKs came with are known after a restart, also while the upstream is away', async () => {
  const standIn = new StandInUpstream()
  const at = await standIn.listen()
  const [wide, narrow, other, page] = [
    standIn.add('*:staging.wide'),
    standIn.add('default:staging.narrow'),
    standIn.add('default:testing.other'),
    standIn.add('default:staging.page', { type: 'frontend' }),
  ]
  try {
    const place = (await newPlace()).at
    const env = { HALYARD_UPSTREAM_TOKENS: wide, PRETRUSTED_TOKENS: 'trusted@staging' }
    const first = await start(place, { ...env, HALYARD_UPSTREAM: at })
    const frontend = async (backend: Backend, token: string) =>
      (await get(backend, '/api/frontend', token)).statusCode
    for (const token of [narrow, other]) await namesOf(first, token)
    for (const token of [page, 'trusted']) expect(await frontend(first, token)).toBe(200)
    clock.advance(60_000)
    const again = await start(place, {
      HALYARD_UPSTREAM_TOKENS: wide,
      HALYARD_UPSTREAM: 'http://127.0.0.1:9',
    })
    expect([await namesOf(again, narrow), await namesOf(again, other)]).toEqual([
      ['default-staging'],
      ['default-testing'],
    ])
    // the settings no longer trust it
    expect([await frontend(again, page), await frontend(again, 'trusted')]).toEqual([200, 401])
    expect((await get(again, '/ready', '')).statusCode).toBe(200)
    const answer = await get(again, '/api/client/features', narrow)
    expect(answer.headers['halyard-upstream-age']).toBe('60')
    expect(await stateOf(again)).toMatchObject({
      learntTokens: 3,
      sources: [{ isLearnt: false }, { environment: 'testing', isLearnt: true }],
    })
    const back = await start(place, { ...env, HALYARD_UPSTREAM: at })
    standIn.tokens.delete(other)
    await back.runJobs()
    expect([await namesOf(back, narrow), await namesOf(back, other)]).toEqual([['default-staging'], 401])
  } finally {
    await standIn.stop()
  }
})

it('does not write over the flags of a folder that has some', async () => {
  const { at } = await newPlace()
  const own = await start(at)
  await own.http.inject({
    method: 'POST',
    url: '/api/admin/projects/default/features',
    headers: { host: 'localhost:4242', authorization: ADMIN, 'content-type': 'application/json' },
    payload: JSON.stringify({ name: 'mine' }),
  })
  const app = await start(at, { ...MIRROR, HALYARD_UPSTREAM: url, INIT_BACKEND_API_TOKENS: BACKEND })
  expect((await stateOf(app)).sources[0]?.problem).toContain('has flags of its own, such as mine')
  expect(await app.store.queries.selectFrom('features').select('name').execute()).toEqual([{ name: 'mine' }])
})
