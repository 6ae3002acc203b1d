import { afterAll, beforeAll, expect, it } from 'vitest'

import { describeOriginals, startSeededHalyard, type SeededHalyard } from './support/originals.ts'
import { SEED_SIZE } from './support/seed-flags.ts'

describeOriginals('the seed', ({ version, original }) => {
  let halyard: SeededHalyard
  beforeAll(async () => {
    halyard = await startSeededHalyard(version)
  })
  afterAll(() => halyard.stop())

  it('is the same at both', async () => {
    const facts = await Promise.all(
      [original(), halyard].map(async ({ call, seeded }) => {
        const answers = await Promise.all([
          call('GET', '/api/client/features', { token: seeded.backend.production }),
          call('GET', '/api/admin/projects/default/features'),
          call('GET', '/api/admin/user-admin'),
        ])
        return answers
      }),
    )
    const counts = facts.map(([client, features, users]) => [
      (client?.body as { features: unknown[] }).features.length,
      (features?.body as { features: unknown[] }).features.length,
      (users?.body as { users: unknown[] }).users.length,
    ])
    expect(counts).toEqual([
      [SEED_SIZE.flags, SEED_SIZE.flags, 13],
      [SEED_SIZE.flags, SEED_SIZE.flags, 13],
    ])
  })
})
