import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { archiveFeature } from '#shared/flags/contract/features.ts'
import { deleteFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { deleteUser } from '#shared/access/contract/users.ts'
import { setRolesForUser } from '#shared/projects/contract/project-access.ts'
import type { Notification } from '#shared/instance/contract/notifications.ts'
import { userIdOf } from '#support/stages/access.ts'
import { PEOPLE, requestsOf, type Requests } from '#support/stages/change-requests.ts'
import { headerOf, plainOf, startMailServer, type MailServer } from '#support/stand-ins/mail-server.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const HOUR_MS = 3_600_000
const PLANNERS = ['demoted', 'leaver', 'applier'] as const
let server: MailServer
let app: TestBackend
let requests: Requests
let flag: string
let count = 0

beforeAll(async () => {
  server = await startMailServer()
  const applier = PEOPLE.find(({ username }) => username === 'applier')
  if (!applier) throw new Error('nobody may apply')
  app = await startBackend({
    emailTimes: server.times,
    env: {
      EMAIL_HOST: '127.0.0.1',
      EMAIL_PORT: String(server.port),
      EMAIL_SENDER: 'flags@example.com',
      HALYARD_EMAIL_TLS: 'off',
    },
    users: [...PEOPLE, ...PLANNERS.slice(0, 2).map((username) => ({ ...applier, username }))],
  })
  requests = requestsOf(app)
  await requests.configure(1)
  for (const username of ['author', 'reviewer', 'root', ...PLANNERS])
    await app.backend.store.queries
      .updateTable('users')
      .set({ email: `${username}@example.com` })
      .where('username', '=', username)
      .execute()
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})
beforeEach(async () => {
  await app.backend.services.emailOutbox.run()
  server.received.length = 0
  await app.backend.store.queries.deleteFrom('notifications').execute()
  flag = await requests.addFlag(`flag-${++count}`)
})

const place = () => ({ projectId: 'default', featureName: flag, environment: 'production' })
const enabling = () => ({ action: 'updateEnabled', feature: flag, payload: { enabled: true } })
const inAnHour = () => new Date(app.clock.now().getTime() + HOUR_MS).toISOString()
async function schedule(changes: unknown, by: string): Promise<number> {
  const { id } = await requests.add(changes)
  await requests.move(id, 'In review')
  await requests.move(id, 'Approved', 'reviewer')
  await requests.move(id, 'Scheduled', by, { scheduledAt: inAnHour() })
  return id
}

const SUSPENDED = /^The schedule of .* is suspended$/
const FAILED = /^.* could not be applied as scheduled$/

interface Cause {
  cause: string
  /** User who set the time; by default the applier. */
  by?: (typeof PLANNERS)[number]
  changes?: () => Promise<unknown>
  /** Comes about between the scheduling and its time. */
  happens?: () => Promise<{ status: number }>
  subject: RegExp
  reason: () => string
  receivers: string[]
}

let strategyId = ''
const changeOfStrategy = async () => {
  strategyId = (await requests.addStrategy(flag)).id
  return { action: 'updateStrategy', feature: flag, payload: { id: strategyId, name: 'default', title: 'x' } }
}
const CAUSES: Cause[] = [
  {
    cause: 'the flag was archived',
    happens: () => app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } }),
    subject: SUSPENDED,
    reason: () => `${flag}: The flag is archived.`,
    receivers: ['applier', 'author'],
  },
  {
    cause: 'a change conflicts with what was done since',
    changes: changeOfStrategy,
    happens: () => app.call(deleteFeatureStrategy, { params: { ...place(), strategyId } }),
    subject: SUSPENDED,
    reason: () => `${flag}, updateStrategy: The strategy no longer exists.`,
    receivers: ['applier', 'author'],
  },
  {
    cause: 'whoever scheduled it may no longer apply it',
    by: 'demoted',
    happens: async () => {
      const params = { projectId: 'default', userId: await userIdOf(app, 'demoted') }
      return app.call(setRolesForUser, { params, body: { roles: [] } })
    },
    subject: SUSPENDED,
    reason: () => 'The user who scheduled it may no longer apply change requests here.',
    receivers: ['author', 'demoted'],
  },
  {
    cause: 'whoever scheduled it was deleted',
    by: 'leaver',
    happens: async () => app.call(deleteUser, { params: { id: await userIdOf(app, 'leaver') } }),
    subject: SUSPENDED,
    reason: () => 'The user who scheduled it has been deleted.',
    receivers: ['author'],
  },
  {
    cause: 'a change is refused when it is applied',
    changes: () => Promise.resolve([enabling(), { action: 'deleteDependency', feature: flag }]),
    subject: FAILED,
    reason: () => `${flag}, deleteDependency: Feature "${flag}" has no dependencies to remove`,
    receivers: ['applier', 'author'],
  },
]

describe('the e-mail and notification of a scheduled change request that was not applied', () => {
  it.each(CAUSES)('go once to its author and scheduler: $cause', async (one) => {
    const { by = 'applier', changes, happens, subject, reason, receivers } = one
    const id = await schedule(changes ? await changes() : enabling(), by)
    await app.backend.store.queries.deleteFrom('notifications').execute()
    if (happens) expect((await happens()).status).toBeLessThan(300)
    for (const _round of [1, 2, 3]) {
      app.clock.advance(HOUR_MS)
      await app.backend.runJobs()
      await app.backend.services.emailOutbox.run()
    }
    expect((await requests.get(id)).state).toBe('Scheduled')
    expect(server.received.map(({ to }) => to.join()).sort()).toEqual(
      receivers.map((name) => `${name}@example.com`),
    )
    for (const mail of server.received) {
      expect(headerOf(mail, 'subject')).toMatch(subject)
      expect(plainOf(mail)).toContain(reason())
      expect(plainOf(mail)).toContain(`/projects/default/change-requests/${id}`)
    }
    for (const username of ['author', 'reviewer', 'root', ...receivers]) {
      const { body } = await app.call('GET', '/api/admin/notifications', { as: username })
      const messages = (body as Notification[]).map(({ message }) => message)
      expect([username, messages]).toEqual([
        username,
        receivers.includes(username) ? [expect.stringMatching(subject)] : [],
      ])
    }
  })

  it.each([
    ['before the schedule is suspended', true],
    ['while the e-mail waits to be sent', false],
  ])('do not go to somebody who lost sight of the private project %s', async (_name, isBefore) => {
    const { queries } = app.backend.store
    const setMode = async (mode: string) => {
      const body = { mode }
      const settings = '/api/admin/projects/default/settings'
      expect((await app.call('PUT', settings, { body })).status).toBe(200)
    }
    onTestFinished(() => setMode('open'))
    const makePrivate = async () => {
      await setMode('private')
      const params = { projectId: 'default', userId: await userIdOf(app, 'author') }
      await app.call(setRolesForUser, { params, body: { roles: [] } })
    }
    await schedule([enabling(), { action: 'deleteDependency', feature: flag }], 'applier')
    app.clock.advance(HOUR_MS)
    if (isBefore) await makePrivate()
    else server.behaviour.refuseRecipient = 451
    await app.backend.runJobs()
    await app.backend.services.emailOutbox.run()
    if (!isBefore) await makePrivate()
    delete server.behaviour.refuseRecipient
    app.clock.advance(60_000)
    await app.backend.services.emailOutbox.run()
    expect(server.received.map(({ to }) => to.join())).toEqual(['applier@example.com'])
    expect((await app.call('GET', '/api/admin/notifications', { as: 'author' })).body).toEqual([])
    expect(await queries.selectFrom('emails').select('id').where('state', '=', 'waiting').execute()).toEqual(
      [],
    )
  })

  it('come again after it was scheduled again and failed again', async () => {
    const id = await schedule([enabling(), { action: 'deleteDependency', feature: flag }], 'applier')
    const runs = async () => {
      app.clock.advance(HOUR_MS)
      await app.backend.runJobs()
      await app.backend.services.emailOutbox.run()
      return server.received.length
    }
    expect(await runs()).toBe(2)
    await requests.move(id, 'Scheduled', 'applier', { scheduledAt: inAnHour() })
    expect(await runs()).toBe(4)
  })

  it('are left out for somebody without an e-mail address, who is still notified', async () => {
    const { queries } = app.backend.store
    await queries.updateTable('users').set({ email: null }).where('username', '=', 'applier').execute()
    await schedule([enabling(), { action: 'deleteDependency', feature: flag }], 'applier')
    app.clock.advance(HOUR_MS)
    await app.backend.runJobs()
    await app.backend.services.emailOutbox.run()
    expect(server.received.map(({ to }) => to.join())).toEqual(['author@example.com'])
    const { body } = await app.call('GET', '/api/admin/notifications', { as: 'applier' })
    expect(body).toMatchObject([{ message: expect.stringMatching(FAILED) as string }])
  })
})
