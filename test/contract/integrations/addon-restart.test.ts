import { afterAll, expect, it } from 'vitest'

import type { Backend } from '#main/app/backend.ts'
import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { ADDONS, FLAGS } from '#support/stages/addon-stage.ts'
import { startRecordingServer } from '#support/stand-ins/recording-server.ts'
import { ADMIN } from '#support/service/start-backend.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'

const temp = await makeTempPlace()
/** Says nothing to the flags that are on it. */
const silentFor = new Set<string>()
const receiver = await startRecordingServer(({ body }) => {
  const { featureName } = JSON.parse(body) as { featureName: string }
  return silentFor.has(featureName) ? undefined : { status: 200 }
})
afterAll(async () => {
  await temp.remove()
  await receiver.stop()
})

const start = (): Promise<Backend> =>
  createBackend({
    config: readConfig(
      { ...temp.at, port: '0' },
      { INIT_ADMIN_API_TOKENS: ADMIN, UNLEASH_ALLOW_PRIVATE_URL_IN_INTEGRATION: 'true' },
    ),
    wasm,
    logger: createLogger('silent'),
  })
async function post({ http }: Backend, url: string, body: object): Promise<void> {
  const headers = { host: 'localhost:4242', authorization: ADMIN }
  const { statusCode } = await http.inject({ method: 'POST', url, headers, payload: body })
  expect(statusCode).toBeLessThan(300)
}
const told = () => receiver.seen.map(({ body }) => (JSON.parse(body) as { featureName: string }).featureName)

it('deliveries interrupted by a stop continue after the start, and completed ones are not repeated', async () => {
  const first = await start()
  await post(first, ADDONS, {
    provider: 'webhook',
    enabled: true,
    parameters: { url: receiver.url },
    events: ['feature-created'],
  })
  await post(first, FLAGS, { name: 'before' })
  await first.runJobs()
  silentFor.add('during')
  await post(first, FLAGS, { name: 'during' })
  await post(first, FLAGS, { name: 'waiting' })
  await expect.poll(told).toEqual(['before', 'during'])
  // delivered but not recorded, as if the service had been killed
  await first.close()

  silentFor.clear()
  const second = await start()
  await second.runJobs()
  expect(told()).toEqual(['before', 'during', 'during', 'waiting'])
  await post(second, FLAGS, { name: 'after' })
  await second.runJobs()
  await second.close()
  expect(told()).toEqual(['before', 'during', 'during', 'waiting', 'after'])
})
