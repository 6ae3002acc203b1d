import { expect, vi } from 'vitest'

import { getMirror } from '#shared/clients/contract/edge.ts'
import { PATIENCE_MS } from '#support/runner/patience.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { ADMIN_TOKEN } from './original-process.ts'
import type { SeededOriginal } from './originals.ts'
import { SEED_ENVIRONMENTS } from './seed-flags.ts'

/** A running mirror, and its address. */
export interface RunningMirror {
  app: TestBackend
  url: string
}

/** Starts a mirror of an original service, with a token for each environment, and waits for its flags. */
export async function startMirrorOf({
  url: upstream,
  version,
  seeded,
}: SeededOriginal): Promise<RunningMirror> {
  const app = await startBackend({
    contract: version,
    startsAt: new Date().toISOString(),
    checksAnswers: false,
    rateLimits: { perMinute: {} },
    env: {
      INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
      UPSTREAM_URL: upstream,
      TOKENS: SEED_ENVIRONMENTS.map((environment) => seeded.backend[environment]).join(),
    },
  })
  const url = await app.backend.listen('auto')
  // it asks as soon as it listens
  await vi.waitFor(
    async () => {
      await app.backend.runJobs()
      const { sources } = (await app.call(getMirror, { token: ADMIN_TOKEN })).body
      expect(sources.map(({ environment }) => environment)).toEqual(SEED_ENVIRONMENTS)
    },
    { timeout: PATIENCE_MS },
  )
  return { app, url }
}
