import { afterAll, expect, it } from 'vitest'

import { readConfig } from '#settings/config.ts'
import type { Backend } from '#main/app/backend.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { FakeClock } from '#support/service/fake-clock.ts'
import { ADMIN, BACKEND, FRONTEND } from '#support/service/start-backend.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'

const temp = await makeTempPlace()
afterAll(() => temp.remove())

const clock = new FakeClock()
const start = (): Promise<Backend> =>
  createBackend({
    config: readConfig(
      { ...temp.at, port: '0' },
      {
        INIT_ADMIN_API_TOKENS: ADMIN,
        INIT_BACKEND_API_TOKENS: BACKEND,
        INIT_FRONTEND_API_TOKENS: FRONTEND,
        UNLEASH_FRONTEND_API_ORIGINS: 'https://configured.example',
      },
    ),
    wasm,
    logger: createLogger('silent'),
    clock,
  })
const tokenFor = (url: string) =>
  url.startsWith('/api/frontend') ? FRONTEND : url.startsWith('/api/client') ? BACKEND : ADMIN
const call = ({ http }: Backend, method: 'GET' | 'POST', url: string, body?: object) =>
  http.inject({
    method,
    url,
    headers: {
      host: 'localhost:4242',
      authorization: tokenFor(url),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  })
const configOf = async (backend: Backend) =>
  (await call(backend, 'GET', '/api/admin/ui-config')).json<{
    frontendApiOrigins: string[]
    versionInfo: { instanceId: string }
    maintenanceMode: boolean
  }>()
const counted = async (backend: Backend) => {
  const range = 'grouping=monthly&from=2020-01-01&to=2030-01-01'
  const { apiData } = (await call(backend, 'GET', `/api/admin/metrics/traffic?${range}`)).json<{
    apiData: { apiPath: string; dataPoints: { trafficTypes: { count: number }[] }[] }[]
  }>()
  return apiData.find(({ apiPath }) => apiPath === '/api/frontend')?.dataPoints[0]?.trafficTypes[0]?.count
}

const reported = async (backend: Backend) =>
  (await call(backend, 'GET', '/api/admin/client-metrics/features/reported')).json<{
    lastHourUsage: { yes: number }[]
  }>().lastHourUsage[0]?.yes

it('the settings and counts of the instance are restored after a restart', async () => {
  const first = await start()
  const before = await configOf(first)
  expect(before).toMatchObject({
    frontendApiOrigins: ['https://configured.example'],
    maintenanceMode: false,
  })
  await call(first, 'POST', '/api/admin/ui-config/cors', { frontendApiOrigins: ['https://set.example'] })
  await call(first, 'POST', '/api/admin/projects/default/features', { name: 'reported' })
  await call(first, 'POST', '/api/admin/maintenance', { enabled: true })
  for (let times = 0; times < 3; times++) await call(first, 'GET', '/api/frontend')
  const at = clock.now().toISOString()
  const bucket = { start: at, stop: at, toggles: { reported: { yes: 4, no: 0 } } }
  const report = { appName: 'shop', bucket }
  expect((await call(first, 'POST', '/api/client/metrics', report)).statusCode).toBe(202)
  await first.close()

  const second = await start()
  const after = await configOf(second)
  expect(after).toMatchObject({ frontendApiOrigins: ['https://set.example'], maintenanceMode: true })
  expect(after.versionInfo.instanceId).toBe(before.versionInfo.instanceId)
  const refused = await call(second, 'POST', '/api/admin/projects/default/features', { name: 'x' })
  expect(refused.statusCode).toBe(503)
  await call(second, 'GET', '/api/frontend')
  expect(await counted(second)).toBe(4)
  expect(await reported(second)).toBe(4)
  await second.close()
})
