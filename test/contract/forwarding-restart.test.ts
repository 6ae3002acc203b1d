import { afterEach, expect, it } from 'vitest'

import { readConfig } from '#settings/config.ts'
import type { Backend } from '#main/app/backend.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import type { MirrorState } from '#shared/clients/schemas/mirror.ts'
import { FakeClock } from '#support/service/fake-clock.ts'
import { evaluationsIn } from '#support/stages/report-sums.ts'
import { ADMIN, BACKEND, BACKEND_PRODUCTION } from '#support/service/start-backend.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { RecordingUpstream } from '#support/stand-ins/recording-upstream.ts'
import { wasm } from '#support/runner/wasm.ts'

const HOUR = '2026-11-21T12:00:00.000Z'
const stopping: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0).reverse()) await stop()
})

/** An upstream, and a way to start a mirror of it on the same folder again. */
async function startStage() {
  const upstream = await new RecordingUpstream([{ name: 'checkout' }]).start()
  stopping.push(() => upstream.stop())
  const { at, remove } = await makeTempPlace()
  stopping.push(remove)
  const clock = new FakeClock()
  let running: Backend | undefined
  stopping.push(async () => running?.close())
  const start = async (tokens = BACKEND) => {
    await running?.close()
    clock.advance(60_000)
    running = await createBackend({
      config: readConfig(
        { ...at, port: '0' },
        {
          INIT_ADMIN_API_TOKENS: ADMIN,
          HALYARD_UPSTREAM: upstream.url,
          ...(tokens === '' ? {} : { HALYARD_UPSTREAM_TOKENS: tokens }),
        },
      ),
      wasm,
      logger: createLogger('silent'),
      clock,
    })
    return running
  }
  return { upstream, start }
}
async function report({ http }: Backend, yes: number, token = BACKEND) {
  const bucket = { start: HOUR, stop: HOUR, toggles: { checkout: { yes } } }
  const answer = await http.inject({
    method: 'POST',
    url: '/api/client/metrics',
    headers: { host: 'localhost:4242', authorization: token, 'content-type': 'application/json' },
    payload: JSON.stringify({ appName: 'shop', bucket }),
  })
  expect(answer.statusCode).toBe(202)
}
async function stateOf({ http }: Backend) {
  const headers = { host: 'localhost:4242', authorization: ADMIN }
  const answer = await http.inject({ method: 'GET', url: '/api/halyard/mirror', headers })
  return answer.json<MirrorState>().forwarding
}

it('reports that wait when a mirror ends are sent by the next one', async () => {
  const { upstream, start } = await startStage()
  const first = await start()
  await first.runJobs()
  await report(first, 3)
  const second = await start()
  upstream.answers = [{ status: 500 }]
  await second.runJobs()
  await report(second, 4)
  // one that the upstream has not taken, and one that was never sent
  const third = await start()
  expect(await stateOf(third)).toMatchObject({ waiting: { reports: 2, evaluations: 7 } })
  await third.runJobs()
  expect(evaluationsIn(upstream.sums)).toBe(7)
  expect(await stateOf(third)).toMatchObject({ waiting: { reports: 0 }, sent: 7, unconfirmed: 0 })
})

it('a report on its way when a mirror ends may be there, and is not sent again', async () => {
  const { upstream, start } = await startStage()
  const first = await start()
  await first.runJobs()
  await report(first, 3)
  upstream.answers = [{ status: 'never' }]
  const isThere = new Promise<void>((resolve) => (upstream.onReport = resolve))
  const running = (await start()).runJobs().catch(() => {})
  await isThere
  const second = await start()
  await running
  await report(second, 4)
  await second.runJobs()
  expect(evaluationsIn(upstream.sums)).toBe(7)
  expect(await stateOf(second)).toMatchObject({ waiting: { reports: 0 }, sent: 4, unconfirmed: 3 })
})

it('reports of a token that the settings no longer have go by another one, or are dropped', async () => {
  const { upstream, start } = await startStage()
  const tokens = `${BACKEND},*:development.other,${BACKEND_PRODUCTION}`
  const first = await start(tokens)
  await first.runJobs()
  upstream.answers = [{ status: 500 }, { status: 500 }]
  await report(first, 3)
  await report(first, 5, BACKEND_PRODUCTION)
  const second = await start(tokens)
  await second.runJobs()
  expect(upstream.reports).toBe(2)
  const none = await start('')
  await none.runJobs()
  expect(await stateOf(none)).toMatchObject({ waiting: { evaluations: 8 }, dropped: 0 })
  const third = await start(BACKEND)
  await third.runJobs()
  expect(upstream.taken.map(({ token }) => token)).toEqual([BACKEND])
  expect(await stateOf(third)).toMatchObject({ waiting: { reports: 0 }, sent: 3, dropped: 5 })
})
