import fc from 'fast-check'
import { expect, it } from 'vitest'

import { propertyRuns } from '#support/runner/property-runs.ts'
import { startBackend, type Answer } from '#support/service/start-backend.ts'
import { addSignalEndpoint } from '#support/stages/signal-endpoints.ts'

/** The headers of an answer say what becomes of the next signal, whenever it comes (docs/signals.md#rate). */

/** A signal may come so long before its window ends (docs/signals.md#rate). */
const TOLERANCE_MS = 500

/** Time until the next request, and its kind: one without a token, or with a body that is no JSON, or a signal. */
const requests = fc.array(
  fc.record({
    wait: fc.oneof(
      { weight: 6, arbitrary: fc.constant(0) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 400 }) },
      { weight: 1, arbitrary: fc.integer({ min: 400, max: 2600 }) },
    ),
    kind: fc.constantFrom('signal', 'signal', 'signal', 'no JSON', 'no token'),
  }),
  { minLength: 2, maxLength: 40 },
)

/** Senders that are refused and taken often enough at each rate, whatever else is drawn. */
const PACED = [0, 1000].map((wait) => Array.from({ length: 60 }, () => ({ wait, kind: 'signal' as const })))

interface Told {
  policy: string
  limit: number
  left: number
  resetMs: number
}

const told = ({ headers }: Answer): Told => ({
  policy: String(headers['ratelimit-policy']),
  limit: Number(headers['ratelimit-limit']),
  left: Number(headers['ratelimit-remaining']),
  resetMs: Number(headers['ratelimit-reset']) * 1000,
})

let sender = 0

it.each([1, 2, 5])(
  'of %i a second: what is left is taken, none left is refused, and after the reset it is taken again',
  async (perSecond) => {
    const app = await startBackend({
      env: { SIGNAL_ENDPOINT_RATE_LIMIT_PER_SECOND: String(perSecond) },
    })
    const { token } = await addSignalEndpoint(app, 'paced')
    const seen = { taken: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(requests, async (all) => {
        sender += 1
        const ip = `10.0.${sender >> 8}.${sender & 255}`
        let last: (Told & { at: number }) | undefined
        let at = 0
        for (const { wait, kind } of all) {
          app.clock.advance(wait)
          at += wait
          const answer = await app.call('POST', '/api/signal-endpoint/paced', {
            ip,
            token: kind === 'no token' ? null : `Bearer ${token}`,
            headers: { 'content-type': 'application/json' },
            raw: kind === 'no JSON' ? '{' : '{}',
          })
          if (kind === 'no token') {
            expect(answer.status).toBe(401)
            expect(answer.headers).not.toHaveProperty('ratelimit-limit')
            continue
          }
          const isRefused = answer.status === 429
          if (!isRefused) expect(answer.status).toBe(kind === 'signal' ? 200 : 400)
          const now = told(answer)
          expect(now).toMatchObject({ policy: `${perSecond};w=1`, limit: perSecond })
          expect(answer.headers['retry-after']).toBe(isRefused ? String(now.resetMs / 1000) : undefined)
          if (isRefused) expect(now.left).toBe(0)
          if (last) {
            const since = at - last.at
            if (last.left > 0 || since >= last.resetMs) expect(isRefused).toBe(false)
            // the reset is told in whole seconds, rounded up
            else if (since < last.resetMs - 1000 - TOLERANCE_MS || since === 0) expect(isRefused).toBe(true)
            if (since >= last.resetMs) expect(now.left).toBe(perSecond - 1)
          } else expect(isRefused).toBe(false)
          seen[isRefused ? 'refused' : 'taken'] += 1
          last = { ...now, at }
        }
      }),
      { numRuns: propertyRuns(60), examples: PACED.map((all): [typeof all] => [all]) },
    )
    expect(seen.taken).toBeGreaterThan(50)
    expect(seen.refused).toBeGreaterThan(20)
    await app.stop()
  },
)
