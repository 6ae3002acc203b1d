import { afterEach } from 'vitest'

import { registerClientMetrics } from '#shared/clients/contract/client-api.ts'
import { getMirror } from '#shared/clients/contract/edge.ts'
import { BACKEND, startBackend, type TestBackend } from '../service/start-backend.ts'
import { RecordingUpstream } from '../stand-ins/recording-upstream.ts'

const MINUTE_MS = 60_000
/** Hour of all counts. */
export const HOUR = '2026-11-21T12:00:00.000Z'
const FLAGS = [{ name: 'checkout' }, { name: 'search' }, { name: 'pricing', project: 'shop' }]

/** Starts upstreams that record reports, and mirrors of them; each test stops its own. */
export function useForwarding() {
  const stopping: { stop: () => Promise<void> }[] = []
  afterEach(async () => {
    for (const one of stopping.splice(0).reverse()) await one.stop()
  })
  return {
    startUpstream: async () => {
      const upstream = await new RecordingUpstream(FLAGS).start()
      stopping.push(upstream)
      return upstream
    },
    startMirror: async ({ url }: { url: string }, tokens = BACKEND, env: Record<string, string> = {}) => {
      const app = await startBackend({
        env: { HALYARD_UPSTREAM: url, HALYARD_UPSTREAM_TOKENS: tokens, ...env },
      })
      stopping.push(app)
      await app.backend.runJobs()
      await app.backend.services.stateReporter?.settled
      return app
    },
  }
}

export const bucketOf = (toggles: Record<string, object>) => ({ start: HOUR, stop: HOUR, toggles })

/** Reports counts as an SDK does. */
export const report = (app: TestBackend, toggles: Record<string, object>, appName = 'shop') =>
  app.call(registerClientMetrics, { token: BACKEND, body: { appName, bucket: bucketOf(toggles) } })

/** Reads what a mirror says of its reports. */
export async function stateOf(app: TestBackend) {
  const { forwarding } = (await app.call(getMirror)).body
  if (!forwarding) throw new Error('this instance mirrors none')
  return forwarding
}

/** Lets an interval pass, and runs what is due. */
export async function nextRound(app: TestBackend, ms = MINUTE_MS): Promise<void> {
  app.clock.advance(ms)
  await app.backend.runJobs()
  await app.backend.services.stateReporter?.settled
}
