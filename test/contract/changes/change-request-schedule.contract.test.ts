import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { readConfig } from '#settings/config.ts'
import type { Backend } from '#main/app/backend.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import type { ChangeRequest } from '#shared/changes/schemas/change-request.ts'
import { userIdOf } from '#support/stages/access.ts'
import { PEOPLE, PROJECT, requestsOf, type Requests } from '#support/stages/change-requests.ts'
import { FakeClock } from '#support/service/fake-clock.ts'
import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'
import {
  getFeatureEnvironment,
  toggleFeatureEnvironmentOff,
} from '#shared/flags/contract/feature-environments.ts'
import { archiveFeature } from '#shared/flags/contract/features.ts'
import { deleteFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { overwriteEnvironmentFeatureVariants } from '#shared/flags/contract/variants.ts'
import { createSegment, updateSegment } from '#shared/flags/contract/segments.ts'
import { deleteUser } from '#shared/access/contract/users.ts'

const HOUR = 3_600_000
let app: TestBackend
let requests: Requests
let flag: string
let count = 0

beforeAll(async () => {
  app = await startBackend({
    users: [...PEOPLE, { username: 'leaver', roles: ['Admin'] }],
  })
  requests = requestsOf(app)
  await requests.configure(1)
})
beforeEach(async () => {
  await app.backend.store.queries.deleteFrom('change_requests').execute()
  flag = await requests.addFlag(`flag-${++count}`)
})
afterAll(() => app.stop())

const soon = (ms = HOUR) => new Date(app.clock.now().getTime() + ms).toISOString()
const enable = () => ({ action: 'updateEnabled', feature: flag, payload: { enabled: true } })
const isEnabled = async () => {
  const { body } = await app.call(getFeatureEnvironment, {
    params: { projectId: 'default', featureName: flag, environment: 'production' },
  })
  return (body as { enabled: boolean }).enabled
}

async function schedule(changes: unknown, scheduledAt = soon(), as = 'applier'): Promise<number> {
  const { id } = await requests.add(changes)
  await requests.move(id, 'In review')
  await requests.move(id, 'Approved', 'reviewer')
  expect((await requests.move(id, 'Scheduled', as, { scheduledAt })).body).toMatchObject({
    state: 'Scheduled',
    schedule: { status: 'pending', scheduledAt },
  })
  return id
}

describe('a scheduled request', () => {
  it('is applied at its time, in the name of the user who scheduled it', async () => {
    const at = soon()
    const id = await schedule(enable(), at)
    await app.backend.runJobs()
    app.clock.advance(HOUR - 1)
    await app.backend.runJobs()
    expect([await isEnabled(), await requests.get(id)]).toMatchObject([
      false,
      { state: 'Scheduled', schedule: { status: 'pending', scheduledAt: at } },
    ])
    app.clock.advance(1)
    await app.backend.runJobs()
    const applied = await requests.get(id)
    expect([await isEnabled(), applied]).toMatchObject([
      true,
      { state: 'Applied', stateTimestamps: { Applied: at } },
    ])
    expect(applied).not.toHaveProperty('schedule')
    const [success] = await requests.events('change-request-scheduled-application-success')
    const [enabled] = await requests.events('feature-environment-enabled')
    expect([success, enabled]).toMatchObject([
      { createdBy: 'applier', data: { changeRequestId: id, scheduledAt: at } },
      { createdBy: 'applier', featureName: flag },
    ])
    expect(success?.data).not.toHaveProperty('late')
  })

  it('is suspended when the user who scheduled it may no longer apply requests', async () => {
    const id = await schedule(enable())
    const { queries } = app.backend.store
    const applier = await userIdOf(app, 'applier')
    const access = `${PROJECT}/users/${applier}/roles`
    const held = await queries.selectFrom('user_roles').selectAll().where('user_id', '=', applier).execute()
    const roles = held.filter(({ project }) => project !== '').map(({ role_id }) => role_id)
    expect((await app.call('DELETE', access)).status).toBe(200)
    app.clock.advance(HOUR)
    await app.backend.runJobs()
    expect([await isEnabled(), await requests.get(id)]).toMatchObject([
      false,
      {
        state: 'Scheduled',
        schedule: { status: 'suspended', reason: expect.stringContaining('may no longer apply') as string },
      },
    ])
    expect((await app.call('PUT', access, { body: { roles } })).status).toBe(200)
  })

  it('is applied once only', async () => {
    const id = await schedule(enable(), soon(1000))
    app.clock.advance(1000)
    await Promise.all([app.backend.runJobs(), app.backend.runJobs()])
    await app.call(toggleFeatureEnvironmentOff, {
      params: { projectId: 'default', featureName: flag, environment: 'production' },
    })
    await app.backend.runJobs()
    expect([await isEnabled(), (await requests.get(id)).state]).toEqual([false, 'Applied'])
    const told = await requests.events('change-request-applied')
    expect(told.filter(({ data }) => data?.['changeRequestId'] === id)).toHaveLength(1)
  })

  it('that could not be applied in time is marked late', async () => {
    await schedule(enable(), soon(1000))
    app.clock.advance(5 * 60_000)
    await app.backend.runJobs()
    const [success] = await requests.events('change-request-scheduled-application-success')
    expect(success?.data).toMatchObject({ late: true })
  })

  it('is applied by the current clock, moved forward or back, and never twice', async () => {
    const at = soon()
    const id = await schedule(enable(), at)
    const stateNow = async () => {
      await app.backend.runJobs()
      return (await requests.get(id)).state
    }
    app.clock.advance(-48 * HOUR)
    expect(await stateNow()).toBe('Scheduled')
    app.clock.advance(48 * HOUR + HOUR - 1)
    expect(await stateNow()).toBe('Scheduled')
    app.clock.advance(30 * 24 * HOUR)
    expect(await stateNow()).toBe('Applied')
    await app.call(toggleFeatureEnvironmentOff, {
      params: { projectId: 'default', featureName: flag, environment: 'production' },
    })
    app.clock.advance(-60 * 24 * HOUR)
    expect(await stateNow()).toBe('Applied')
    app.clock.advance(60 * 24 * HOUR)
    expect([await stateNow(), await isEnabled()]).toEqual(['Applied', false])
    const told = (await requests.events('change-request-scheduled-application-success')).filter(
      ({ data }) => data?.['changeRequestId'] === id,
    )
    expect(told.map(({ data }) => data?.['late'])).toEqual([true])
  })

  it('is applied although an earlier one is broken', async () => {
    const broken = await schedule(enable(), soon(1000))
    const other = await requests.addFlag(`flag-${++count}`)
    const id = await schedule({ ...enable(), feature: other }, soon(2000))
    const { queries } = app.backend.store
    await queries
      .updateTable('change_request_changes')
      .set({ payload: 'not JSON' })
      .where('change_request_id', '=', broken)
      .execute()
    app.clock.advance(5000)
    await app.backend.runJobs()
    const { state } = await queries
      .selectFrom('change_requests')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(state).toBe('Applied')
  })

  it('opens no transaction before its time', async () => {
    const transactions = async () => {
      const spy = vi.spyOn(app.backend.store, 'transaction')
      await app.backend.runJobs()
      const { length } = spy.mock.calls
      spy.mockRestore()
      return length
    }
    const without = await transactions()
    for (let times = 0; times < 3; times++) {
      await schedule(enable())
      flag = await requests.addFlag(`flag-${++count}`)
    }
    expect(await transactions()).toBe(without)
  })

  it('can be rescheduled, applied at once, or rejected', async () => {
    const first = await schedule(enable(), soon(1000))
    const later = soon(2 * HOUR)
    await requests.move(first, 'Scheduled', 'applier', { scheduledAt: later })
    app.clock.advance(HOUR)
    await app.backend.runJobs()
    expect(await requests.get(first)).toMatchObject({ state: 'Scheduled', schedule: { scheduledAt: later } })
    await requests.move(first, 'Applied', 'applier')
    expect(await isEnabled()).toBe(true)
    const second = await schedule({ ...enable(), payload: { enabled: false } }, soon(1000))
    await requests.move(second, 'Rejected')
    app.clock.advance(HOUR)
    await app.backend.runJobs()
    expect([await isEnabled(), (await requests.get(second)).state]).toEqual([true, 'Rejected'])
  })

  it('is applied also where change requests were turned off since', async () => {
    await schedule(enable(), soon(1000))
    await requests.configure(0)
    app.clock.advance(1000)
    await app.backend.runJobs()
    await requests.configure(1)
    expect(await isEnabled()).toBe(true)
  })

  it('that fails keeps its schedule with the reason, and is not retried', async () => {
    const id = await schedule([enable(), { action: 'deleteDependency', feature: flag }], soon(1000))
    const other = await requests.addFlag(`other-${count}`)
    const second = await schedule(
      { action: 'updateEnabled', feature: other, payload: { enabled: true } },
      soon(2000),
    )
    app.clock.advance(2000)
    await app.backend.runJobs()
    const reason = `The change request cannot be applied. ${flag}, deleteDependency: Feature "${flag}" has no dependencies to remove in project "default".`
    expect([await isEnabled(), await requests.get(id)]).toMatchObject([
      false,
      { state: 'Scheduled', schedule: { status: 'failed', reason } },
    ])
    // one failed request does not delay the others
    expect((await requests.get(second)).state).toBe('Applied')
    await app.backend.runJobs()
    const told = await requests.events('change-request-scheduled-application-failure')
    expect(told).toMatchObject([{ createdBy: 'unleash_system_user', data: { changeRequestId: id, reason } }])
    // a new time means a new attempt
    await requests.move(id, 'Scheduled', 'applier', { scheduledAt: soon() })
    expect((await requests.get(id)).schedule).toEqual({ status: 'pending', scheduledAt: soon() })
  })
})

describe('a schedule is suspended', () => {
  const suspended = async (id: number, reason: string) => {
    await app.backend.runJobs()
    expect(await requests.get(id)).toMatchObject({
      state: 'Scheduled',
      schedule: { status: 'suspended', reason },
    })
    const [event] = await requests.events('change-request-schedule-suspended')
    expect(event?.data).toMatchObject({ changeRequestId: id, reason })
    app.clock.advance(2 * HOUR)
    await app.backend.runJobs()
    expect((await requests.get(id)).state).toBe('Scheduled')
  }

  it('when its flag is archived', async () => {
    const id = await schedule(enable())
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } })
    await suspended(id, `${flag}: The flag is archived.`)
  })

  it('when its strategy is deleted', async () => {
    const strategy = await requests.addStrategy(flag)
    const payload = { id: strategy.id, name: 'default', title: 'x' }
    const id = await schedule({ action: 'updateStrategy', feature: flag, payload })
    await app.call(deleteFeatureStrategy, {
      params: { projectId: 'default', featureName: flag, environment: 'production', strategyId: strategy.id },
    })
    await suspended(id, `${flag}, updateStrategy: The strategy no longer exists.`)
  })

  it('when its variants are changed', async () => {
    const id = await schedule({ action: 'patchVariant', feature: flag, payload: { variants: [] } })
    await app.call(overwriteEnvironmentFeatureVariants, {
      params: { projectId: 'default', featureName: flag, environment: 'production' },
      body: [{ name: 'a', weight: 1 }],
    })
    await suspended(id, `${flag}, patchVariant: The list of variants has been changed since.`)
  })

  it('when its segment is changed', async () => {
    const body = { name: `segment-${count}`, project: 'default', constraints: [] }
    const made = await app.call(createSegment, { body })
    const { id: segment } = made.body as { id: number }
    const id = await schedule({ action: 'deleteSegment', payload: { id: segment } })
    await app.call(updateSegment, { params: { id: segment }, body: { ...body, description: 'other' } })
    await suspended(id, 'deleteSegment: The segment has been changed since.')
  })

  it('when the user who scheduled it is deleted', async () => {
    const id = await schedule(enable(), soon(), 'leaver')
    const leaver = await userIdOf(app, 'leaver')
    expect((await app.call(deleteUser, { params: { id: leaver } })).status).toBe(200)
    await suspended(id, 'The user who scheduled it has been deleted.')
    expect(await isEnabled()).toBe(false)
  })
})

describe('a restart', () => {
  it('loses no schedule and repeats none', async () => {
    const temp = await makeTempPlace()
    const clock = new FakeClock()
    const config = readConfig({ ...temp.at, port: '0' }, { INIT_ADMIN_API_TOKENS: ADMIN })
    const start = () => createBackend({ config, wasm, logger: createLogger('silent'), clock })
    const call = async (backend: Backend, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => {
      const answer = await backend.http.inject({
        method,
        url,
        headers: { host: 'localhost:4242', authorization: ADMIN },
        ...(body === undefined ? {} : { payload: body }),
      })
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      return answer
    }
    const environment = `${PROJECT}/environments/production/change-requests`

    const first = await start()
    await call(first, 'POST', `${PROJECT}/features`, { name: 'flag' })
    await call(first, 'PUT', `${environment}/config`, { changeRequestsEnabled: true })
    const made = await call(first, 'POST', environment, {
      action: 'updateEnabled',
      feature: 'flag',
      payload: { enabled: true },
    })
    const { id } = made.json<ChangeRequest>()
    const at = `${PROJECT}/change-requests/${id}`
    for (const state of ['In review', 'Approved']) await call(first, 'PUT', `${at}/state`, { state })
    const scheduledAt = '2026-11-21T13:00:00.000Z'
    await call(first, 'PUT', `${at}/state`, { state: 'Scheduled', scheduledAt })
    await first.close()

    // becomes due while the service is off
    clock.advance(6 * HOUR)
    const second = await start()
    await second.runJobs()
    expect((await call(second, 'GET', at)).json()).toMatchObject({
      state: 'Applied',
      stateTimestamps: { Applied: '2026-11-21T18:00:00.000Z' },
    })
    await call(second, 'POST', `${PROJECT}/features/flag/environments/production/off`)
    await second.close()

    const third = await start()
    await third.runJobs()
    const flagNow = await call(third, 'GET', `${PROJECT}/features/flag/environments/production`)
    expect(flagNow.json()).toMatchObject({ enabled: false })
    const events = await call(
      third,
      'GET',
      '/api/admin/search/events?type=IS:change-request-scheduled-application-success',
    )
    expect(events.json()).toMatchObject({
      total: 1,
      events: [{ createdBy: 'admin', data: { changeRequestId: id, scheduledAt, late: true } }],
    })
    await third.close()
    await temp.remove()
  })
})
