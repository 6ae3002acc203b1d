import { afterAll, expect, it } from 'vitest'

import { readConfig } from '#settings/config.ts'
import type { Backend } from '#main/app/backend.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { FakeClock } from '#support/service/fake-clock.ts'
import { ADMIN, BACKEND } from '#support/service/start-backend.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'

const temp = await makeTempPlace()
afterAll(() => temp.remove())

const clock = new FakeClock()
const start = (): Promise<Backend> =>
  createBackend({
    config: readConfig(
      { ...temp.at, port: '0' },
      { INIT_ADMIN_API_TOKENS: ADMIN, INIT_BACKEND_API_TOKENS: BACKEND },
    ),
    wasm,
    logger: createLogger('silent'),
    clock,
  })

async function send({ http }: Backend, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) {
  const authorization = url.startsWith('/api/client') ? BACKEND : ADMIN
  const headers = { host: 'localhost:4242', authorization, 'content-type': 'application/json' }
  const { json } = await http.inject({
    method,
    url,
    headers,
    ...(body ? { payload: JSON.stringify(body) } : {}),
  })
  return json<unknown>()
}
const lay = (backend: Backend, audience: string, until?: string) =>
  send(
    backend,
    'PUT',
    `/api/halyard/projects/default/features/checkout/environments/development/overrides/${audience}`,
    { enabled: true, until },
  )
const enabled = async (backend: Backend) => {
  const { features } = (await send(backend, 'GET', '/api/client/features')) as {
    features: { enabled: boolean }[]
  }
  return features.map((one) => one.enabled)
}

it('an override until the restart ends before the first request after it, and no other does', async () => {
  const first = await start()
  await send(first, 'POST', '/api/admin/projects/default/features', { name: 'checkout' })
  expect(await lay(first, 'everybody', 'restart')).toMatchObject({ until: 'restart' })
  await lay(first, 'user:7')
  clock.advance(60_000)
  await first.runJobs()
  expect(await enabled(first)).toEqual([true])
  await lay(first, 'user:8', 'restart')
  await first.close()

  clock.advance(1000)
  const second = await start()
  const { overrides } = (await send(second, 'GET', '/api/halyard/overrides')) as { overrides: object[] }
  expect(overrides).toMatchObject([{ audience: 'user:7' }])
  const events = await readEventLog({ backend: second })
  const ended = events.filter(({ type }) => type === 'feature-override-removed')
  expect(ended).toHaveLength(2)
  // one that is set now stays until the next start
  await lay(second, 'user:9', 'restart')
  clock.advance(60_000)
  await second.runJobs()
  expect((await send(second, 'GET', '/api/halyard/overrides')) as object).toMatchObject({
    overrides: [{ audience: 'user:7' }, { audience: 'user:9' }],
  })
  await second.close()
})
