import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createPolicy, tryPolicy } from '#shared/changes/contract/policies.ts'
import type { PolicyInput } from '#shared/changes/schemas/policy.ts'
import { insertAll } from '#store/insert-all.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

let app: TestBackend
beforeEach(async () => void (app = await startBackend({ users: [{ username: 'ann', roles: ['Admin'] }] })))
afterEach(() => app.stop())

const create = async (body: PolicyInput) => {
  const { status, text } = await app.call(createPolicy, { body })
  expect(status, text).toBe(201)
}
const importFlags = (names: readonly string[], reason?: string) =>
  app.call('POST', '/api/admin/features-batch/import', {
    body: {
      ...{ environment: 'development', project: 'default' },
      data: { features: names.map((name) => ({ name })), featureStrategies: [], tagTypes: [] },
    },
    as: 'ann', // not with an admin token
    ...(reason === undefined ? {} : { headers: { 'x-halyard-policy-exception': reason } }),
  })
const namesOf = (letter: string, count: number) =>
  Array.from({ length: count }, (_, nr) => `${letter}-${String(nr).padStart(4, '0')}`)

describe('a write of many flags', () => {
  it('notes the reason of an exception, however many warnings there are', async () => {
    const undescribed: PolicyInput = {
      name: 'described',
      effect: 'warn',
      rule: { kind: 'description-required' },
    }
    await create(undescribed)
    await create({ name: 'named', effect: 'refuse', rule: { kind: 'name-pattern', pattern: 'a-[0-9]+' } })
    const names = [...namesOf('a', 120), 'zz']
    const refused = await importFlags(names)
    expect(refused.status, refused.text).toBe(403)
    expect((await importFlags(names, 'moved from the old service')).status).toBe(200)
    const noted = await readEventLog(app, { type: 'IS:policy-excepted', limit: '1' })
    expect(noted).toMatchObject([{ featureName: 'zz', data: { reason: 'moved from the old service' } }])
  })

  it('is refused with the first hundred flags, and the number of the others', async () => {
    await create({ name: 'described', effect: 'refuse', rule: { kind: 'description-required' } })
    const { status, body } = await importFlags(namesOf('b', 1500))
    const { violations, omitted } = body as { violations: unknown[]; omitted: number }
    expect([status, violations.length, omitted]).toEqual([403, 100, 1400])
  })
})

describe('a dry run', () => {
  it('leaves out a write that is only partly within its bound', async () => {
    app.clock.advance(1000)
    await importFlags(['c-0001'])
    const { queries } = app.backend.store
    const { id: _id, ...row } = await queries
      .selectFrom('events')
      .selectAll()
      .where('type', '=', 'feature-created')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const large = Array.from({ length: 20_001 }, () => ({ ...row, group_id: 'a large write' }))
    await app.backend.store.transaction((writing) => insertAll(writing, 'events', large))
    const policy: PolicyInput = { name: 'tried', effect: 'warn', rule: { kind: 'description-required' } }
    const { body } = await app.call(tryPolicy, { body: { policy } })
    expect([body.changes, body.stopped, body.reachedTo]).toEqual([0, 0, row.created_at])
  })
})
