import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { readConfig } from '#settings/config.ts'
import type { Backend } from '#main/app/backend.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import type { MirrorState } from '#shared/clients/schemas/mirror.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
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
  expect([await namesOf(app, BACKEND), await namesOf(app, BACKEND_PRODUCTION)]).toEqual([['there'], 401])
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
    sources.map((source) => ({ ...source, checkedAt: clock.now().toISOString() })),
  )
})

it('an admin token is refused, as it is none for SDKs', async () => {
  const { at } = await newPlace()
  const app = await start(at, { HALYARD_UPSTREAM_TOKENS: ADMIN, HALYARD_UPSTREAM: url })
  expect((await stateOf(app)).sources).toMatchObject([
    { environment: null, problem: 'An admin token is not for SDKs. Use a backend token.' },
  ])
})

it('one that never reached its upstream has no flags, and knows no token', async () => {
  const app = await start((await newPlace()).at, { ...MIRROR, HALYARD_UPSTREAM: 'http://127.0.0.1:9' })
  expect(await namesOf(app, BACKEND)).toBe(401)
  expect((await stateOf(app)).sources).toMatchObject([{ environment: null }, { environment: null }])
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
