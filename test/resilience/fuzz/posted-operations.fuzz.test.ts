import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { hasBody } from '#shared/contract/index.ts'
import { SERVED_OPERATIONS } from '#support/service/contract-of.ts'
import { TOKEN } from './fuzz-operation.ts'
import { fuzzedApp, fuzzOperations } from './fuzz-operations.ts'

fuzzOperations(SERVED_OPERATIONS.filter(({ method }) => method === 'POST'))

describe('invalid HTTP', () => {
  it('is rejected without a fault', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SERVED_OPERATIONS.filter(hasBody)),
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json().map((text) => text.slice(0, -1)),
        ),
        async (operation, raw) => {
          const { status, text } = await fuzzedApp().call(
            operation.method,
            operation.path.replace(/:\w+/g, 'default'),
            {
              token: TOKEN[operation.audience],
              raw,
              headers: { 'content-type': 'application/json' },
            },
          )
          expect(status, text).toBeGreaterThanOrEqual(200)
          expect(status, text).toBeLessThan(500)
        },
      ),
      { numRuns: 300, seed: 7 },
    )
  })
})
