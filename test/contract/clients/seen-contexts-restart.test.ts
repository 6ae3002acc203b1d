import { afterAll, expect, it } from 'vitest'

import { readConfig } from '#settings/config.ts'
import type { Backend } from '#main/app/backend.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { FakeClock } from '#support/service/fake-clock.ts'
import { ADMIN, FRONTEND } from '#support/service/start-backend.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'

const temp = await makeTempPlace()
afterAll(() => temp.remove())

const clock = new FakeClock()
const start = (env: Record<string, string> = {}): Promise<Backend> =>
  createBackend({
    config: readConfig(
      { ...temp.at, port: '0' },
      { INIT_ADMIN_API_TOKENS: ADMIN, INIT_FRONTEND_API_TOKENS: FRONTEND, ...env },
    ),
    wasm,
    logger: createLogger('silent'),
    clock,
  })
const get = async ({ http }: Backend, url: string, authorization: string) =>
  (
    await http.inject({ method: 'GET', url, headers: { host: 'localhost:4242', authorization } })
  ).json<unknown>()
const kept = (backend: Backend) => get(backend, '/api/admin/seen-contexts', ADMIN)

it('seen contexts are restored after a restart, up to a week old and within the limit', async () => {
  const first = await start()
  for (const user of ['ann', 'bob', 'ann']) await get(first, `/api/frontend?userId=${user}`, FRONTEND)
  await first.close()

  const second = await start()
  expect(await kept(second)).toMatchObject({ environments: [{ contexts: 2, calls: 3 }] })
  await second.close()

  const limited = await start({ HALYARD_SEEN_CONTEXTS_LIMIT: '1' })
  expect(await kept(limited)).toMatchObject({ limit: 1, environments: [{ contexts: 1, calls: 2 }] })
  await limited.close()
  const afterwards = await start()
  expect(await kept(afterwards)).toMatchObject({ limit: 5000, environments: [{ contexts: 1 }] })
  await afterwards.close()

  clock.advance(8 * 86_400_000)
  await (await start()).close() // stopping the service writes its contexts, and deletes old ones
  const later = await start()
  expect(await kept(later)).toMatchObject({ environments: [] })
  await later.close()
})
