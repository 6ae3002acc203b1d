import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { updateUser } from '#shared/access/contract/users.ts'
import {
  getWaitingChangeRequests,
  scheduleFeatureEnvironment,
} from '#shared/changes/contract/change-request-joining.ts'
import { getFeatureEnvironment } from '#shared/flags/contract/feature-environments.ts'
import { userIdOf } from '#support/stages/access.ts'
import { PEOPLE, requestsOf, type Requests } from '#support/stages/change-requests.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const HOUR = 3_600_000
let app: TestBackend
let requests: Requests
let flag: string
let count = 0

beforeAll(async () => {
  app = await startBackend({ users: [...PEOPLE, { username: 'mover', roles: ['Editor'] }] })
  requests = requestsOf(app)
})
beforeEach(async () => {
  await requests.configure(0)
  await app.backend.store.queries.deleteFrom('change_requests').execute()
  flag = await requests.addFlag(`flag-${++count}`)
})
afterAll(() => app.stop())

const soon = (ms = HOUR) => new Date(app.clock.now().getTime() + ms).toISOString()
const isEnabled = async () => {
  const { body } = await app.call(getFeatureEnvironment, {
    params: { projectId: 'default', featureName: flag, environment: 'production' },
  })
  return (body as { enabled: boolean }).enabled
}

describe('a change at a time, without change requests', () => {
  const at = (name = flag, environment = 'production') => ({
    params: { projectId: 'default', featureName: name, environment },
  })
  const plan = (
    as: string,
    body: { enabled: boolean; scheduledAt?: string; until?: string } = { enabled: true, scheduledAt: soon() },
    to = at(),
  ) => app.call(scheduleFeatureEnvironment, { ...to, body, as })

  it('is a scheduled request without approvals, made at its time as its author', async () => {
    const scheduledAt = soon()
    const { status, body } = await plan('editor', { enabled: true, scheduledAt })
    expect([status, body]).toMatchObject([
      200,
      {
        title: `Turn ${flag} on`,
        state: 'Scheduled',
        minApprovals: 0,
        schedule: { status: 'pending', scheduledAt },
        features: [{ name: flag, changes: [{ action: 'updateEnabled', payload: { enabled: true } }] }],
      },
    ])
    app.clock.advance(HOUR - 1)
    await app.backend.runJobs()
    expect(await isEnabled()).toBe(false)
    app.clock.advance(1)
    await app.backend.runJobs()
    const [enabled] = await requests.events('feature-environment-enabled')
    expect([await isEnabled(), enabled]).toMatchObject([true, { createdBy: 'editor', featureName: flag }])
  })

  it('is made now, and taken back at its time', async () => {
    const until = soon()
    const { status, body } = await plan('editor', { enabled: true, until })
    expect([status, body]).toMatchObject([
      200,
      {
        title: `Turn ${flag} off again`,
        state: 'Scheduled',
        schedule: { status: 'pending', scheduledAt: until },
      },
    ])
    const [enabled] = await requests.events('feature-environment-enabled')
    expect([await isEnabled(), enabled]).toMatchObject([true, { createdBy: 'editor' }])
    app.clock.advance(HOUR)
    await app.backend.runJobs()
    const [disabled] = await requests.events('feature-environment-disabled')
    expect([await isEnabled(), disabled]).toMatchObject([false, { createdBy: 'editor' }])
  })

  it('is announced for an hour before its way back, to its author and those who may apply it', async () => {
    const { id } = (await plan('editor', { enabled: true, until: soon(2 * HOUR) })).body
    const announced = async (as: string) => {
      const { total, changeRequests } = (await app.call(getWaitingChangeRequests, { as })).body.dueSoon
      expect(changeRequests).toHaveLength(total)
      return changeRequests.map((one) => one.id)
    }
    app.clock.advance(HOUR - 1)
    expect(await announced('editor')).toEqual([])
    app.clock.advance(1)
    expect(await announced('editor')).toEqual([id])
    expect(await announced('applier')).toEqual([id])
    expect(await announced('viewer')).toEqual([])
    // the event log has it when it happens
    const before = await requests.events('feature-environment-disabled')
    expect(before.filter((event) => event.featureName === flag)).toEqual([])
    app.clock.advance(HOUR)
    await app.backend.runJobs()
    expect(await announced('editor')).toEqual([])
    expect(await isEnabled()).toBe(false)
  })

  it('stays as it is now where the way back is rejected', async () => {
    const { id } = (await plan('editor', { enabled: true, until: soon() })).body
    await requests.move(id, 'Rejected', 'editor')
    app.clock.advance(2 * HOUR)
    await app.backend.runJobs()
    expect(await isEnabled()).toBe(true)
  })

  it.each([
    [{ enabled: true, until: '2020-01-01T00:00:00.000Z' }, '/body/until'],
    [
      { enabled: true, until: '2100-01-01T00:00:00.000Z', scheduledAt: '2100-01-01T00:00:00.000Z' },
      '/body/until',
    ],
    [{ enabled: true }, '/body/scheduledAt'],
  ])('%j: changes nothing', async (body, at) => {
    const { status, body: refusal } = await plan('editor', body)
    expect([status, refusal]).toMatchObject([400, { details: [{ path: at }] }])
    expect(await isEnabled()).toBe(false)
  })

  it('is cancelled by its author', async () => {
    const { id } = (await plan('editor')).body
    await requests.move(id, 'Rejected', 'editor')
    app.clock.advance(2 * HOUR)
    await app.backend.runJobs()
    expect([await isEnabled(), (await requests.get(id)).state]).toEqual([false, 'Rejected'])
  })

  it('is suspended where changes need an approval by then, and applied by nobody who may not skip it', async () => {
    const { id } = (await plan('editor')).body
    await requests.configure(1)
    expect((await requests.put(id, 'Applied', 'applier')).status).toBe(403)
    app.clock.advance(HOUR)
    await app.backend.runJobs()
    expect([await isEnabled(), await requests.get(id)]).toMatchObject([
      false,
      {
        state: 'Scheduled',
        schedule: { status: 'suspended', reason: 'Changes need an approval here now.' },
      },
    ])
  })

  it('is suspended when its author may no longer turn flags on', async () => {
    const { id } = (await plan('mover')).body
    const mover = await userIdOf(app, 'mover')
    const demoted = await app.call(updateUser, { params: { id: mover }, body: { rootRole: 'Viewer' } })
    expect(demoted.status).toBe(200)
    app.clock.advance(HOUR)
    await app.backend.runJobs()
    expect((await requests.get(id)).schedule).toMatchObject({
      status: 'suspended',
      reason: 'The user who scheduled it may no longer turn flags on or off here.',
    })
  })

  it('is refused where changes need approval, without the permission, for the past and where there is no flag', async () => {
    const past = { enabled: true, scheduledAt: soon(-HOUR) }
    const answers = [
      await plan('viewer'),
      await plan('editor', past),
      await plan('editor', undefined, at('no-such-flag')),
      await plan('editor', undefined, at(flag, 'no-such-environment')),
    ]
    await requests.configure(1)
    answers.push(await plan('editor'))
    expect(answers.map(({ status }) => status)).toEqual([403, 400, 404, 404, 403])
    expect(await app.backend.store.queries.selectFrom('change_requests').select('id').execute()).toEqual([])
  })
})
