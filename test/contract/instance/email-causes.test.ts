import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Backend } from '#main/app/backend.ts'
import { readConfig } from '#settings/config.ts'
import { createBackend } from '#main/app/create-backend.ts'
import { createLogger } from '#kernel/logger.ts'
import { createUser } from '#shared/access/contract/users.ts'
import { subscribeEmailSubscription } from '#shared/access/contract/email-subscriptions.ts'
import { userIdOf } from '#support/stages/access.ts'
import { PEOPLE, REQUESTS, requestsOf, type Requests } from '#support/stages/change-requests.ts'
import { headerOf, plainOf, startMailServer, type MailServer } from '#support/stand-ins/mail-server.ts'
import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { makeTempPlace } from '#support/runner/temp-place.ts'
import { wasm } from '#support/runner/wasm.ts'

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
let server: MailServer
let app: TestBackend
let requests: Requests
let count = 0
const envOf = () => ({
  EMAIL_HOST: '127.0.0.1',
  EMAIL_PORT: String(server.port),
  EMAIL_SENDER: 'flags@example.com',
  HALYARD_EMAIL_TLS: 'off',
})

beforeAll(async () => {
  server = await startMailServer()
  app = await startBackend({
    emailTimes: server.times,
    env: envOf(),
    users: PEOPLE,
    rateLimits: { perMinute: {} },
  })
  requests = requestsOf(app)
  await requests.configure(1)
  for (const { username } of PEOPLE)
    await app.backend.store.queries
      .updateTable('users')
      .set({ email: `${username.replaceAll(' ', '-')}@example.com` })
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
})

const settle = () => app.backend.services.emailOutbox.run()
const sent = () => server.received.map((mail) => `${mail.to.join()}: ${headerOf(mail, 'subject')}`).sort()
const idOf = (username: string) => userIdOf(app, username)
const ask = async (id: number, ...usernames: string[]) => {
  const reviewers = await Promise.all(usernames.map(idOf))
  const path = `${REQUESTS}/${id}/approvers`
  const { status } = await app.call('PUT', path, { body: { reviewers }, as: 'author' })
  expect(status).toBeLessThan(300)
}
const enabling = (feature: string) => ({ action: 'updateEnabled', feature, payload: { enabled: true } })

describe('e-mails of change requests', () => {
  it('go to each reviewer once who is asked, and to those who are asked later', async () => {
    const flag = await requests.addFlag(`flag-${++count}`)
    const { id } = await requests.add(enabling(flag))
    await requests.move(id, 'In review')
    await ask(id, 'reviewer')
    await settle()
    expect(sent()).toEqual([expect.stringMatching(/^reviewer@example\.com: author asks you to review /)])
    expect(plainOf(server.received[0]!)).toContain(`/projects/default/change-requests/${id}`)
    await ask(id, 'reviewer', 'both')
    await settle()
    expect(sent()).toHaveLength(2)
    expect(sent()[0]).toMatch(/^both@example\.com/)
    await requests.move(id, 'Cancelled')
  })

  it('go to the reviewers whom a draft names once it is sent to review', async () => {
    const flag = await requests.addFlag(`flag-${++count}`)
    const { id } = await requests.add(enabling(flag))
    await ask(id, 'reviewer', 'both')
    await settle()
    expect(sent()).toEqual([])
    await requests.move(id, 'In review')
    await settle()
    expect(sent()).toHaveLength(2)
    await requests.move(id, 'Cancelled')
  })
})

describe('the productivity report', () => {
  it('goes to each subscriber once a week, and to nobody else', async () => {
    await app.call(subscribeEmailSubscription, {
      params: { subscription: 'productivity-report' },
      as: 'viewer',
    })
    for (const _round of [1, 2]) await app.backend.runJobs()
    await settle()
    expect(sent()).toEqual([expect.stringMatching(/^viewer@example\.com: Your flags in the week of /)])
    expect(plainOf(server.received[0]!)).toMatch(/There are \d+ flags\./)
    app.clock.advance(WEEK_MS)
    for (const _round of [1, 2]) await app.backend.runJobs()
    await settle()
    expect(sent()).toHaveLength(2)
  })
})

describe('any order of causes, refusals and pauses', () => {
  it('leads to exactly one e-mail for each cause', async () => {
    const step = fc.constantFrom('invite', 'refuse', 'accept', 'later', 'run')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        server.received.length = 0
        delete server.behaviour.refuseRecipient
        const expected: string[] = []
        for (const one of steps) {
          if (one === 'invite') {
            const email = `p${++count}@example.com`
            const { body } = await app.call(createUser, { body: { email, rootRole: 3 } })
            expect(body.emailSent).toBe(true)
            expected.push(email)
          } else if (one === 'refuse') server.behaviour.refuseRecipient = 450
          else if (one === 'accept') delete server.behaviour.refuseRecipient
          else if (one === 'later') app.clock.advance(60_000)
          else await settle()
        }
        // an attempt that is under way would be put off from the later time
        await settle()
        delete server.behaviour.refuseRecipient
        app.clock.advance(6 * HOUR_MS)
        await settle()
        expect(server.received.flatMap(({ to }) => to).sort()).toEqual(expected.sort())
      }),
      { numRuns: 15 },
    )
  })
})

describe('a restart', () => {
  it('between the write and the sending loses no e-mail and repeats none', async () => {
    const temp = await makeTempPlace()
    const start = (): Promise<Backend> =>
      createBackend({
        config: readConfig({ ...temp.at, port: '0' }, { INIT_ADMIN_API_TOKENS: ADMIN, ...envOf() }),
        wasm,
        logger: createLogger('silent'),
        emailTimes: server.times,
      })
    const inviteIn = async ({ http }: Backend, email: string) => {
      const headers = { host: 'localhost:4242', authorization: ADMIN }
      const payload = { email, rootRole: 3 }
      const { statusCode } = await http.inject({
        method: 'POST',
        url: '/api/admin/user-admin',
        headers,
        payload,
      })
      expect(statusCode).toBe(201)
    }
    const first = await start()
    await inviteIn(first, 'before@example.com')
    await first.services.emailOutbox.run()
    server.behaviour.hangs = 'connection'
    await inviteIn(first, 'during@example.com')
    await inviteIn(first, 'waiting@example.com')
    await first.close()
    delete server.behaviour.hangs
    const second = await start()
    await second.runJobs()
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual([
      'before@example.com',
      'during@example.com',
      'waiting@example.com',
    ])
    await second.close()
    await temp.remove()
  })
})
