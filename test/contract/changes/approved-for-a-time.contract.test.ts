import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { getWaitingChangeRequests } from '#shared/changes/contract/change-request-joining.ts'
import { archiveFeature } from '#shared/flags/contract/features.ts'
import { getFeatureEnvironment } from '#shared/flags/contract/feature-environments.ts'
import { removeUserAccess } from '#shared/projects/contract/project-access.ts'
import { userIdOf } from '#support/stages/access.ts'
import { PEOPLE, requestsOf, REQUESTS, type Requests } from '#support/stages/change-requests.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

/** A state for a time where changes are approved: its end is approved with its beginning (docs/contract/changes.md#until). */

const HOUR = 3_600_000
let app: TestBackend
let requests: Requests
let flag: string
let count = 0

beforeAll(async () => {
  app = await startBackend({ users: PEOPLE })
  requests = requestsOf(app)
})
beforeEach(async () => {
  await requests.configure(1)
  await app.backend.store.queries.deleteFrom('change_requests').execute()
  flag = await requests.addFlag(`flag-${++count}`)
})
afterAll(() => app.stop())

const later = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
const pass = async (ms: number) => {
  app.clock.advance(ms)
  await app.backend.runJobs()
}
const isEnabled = async () => {
  const { body } = await app.call(getFeatureEnvironment, {
    params: { projectId: 'default', featureName: flag, environment: 'production' },
  })
  return (body as { enabled: boolean }).enabled
}
const turning = (until: string, enabled = true) => ({
  action: 'updateEnabled',
  feature: flag,
  payload: { enabled, until },
})
/** Asks for it, and has it approved. */
async function approved(until = later(2 * HOUR)): Promise<number> {
  const { id } = await requests.add(turning(until))
  await requests.move(id, 'In review')
  await requests.move(id, 'Approved', 'reviewer')
  return id
}
/** The request that turns the flag back. */
async function wayBack() {
  const { body } = await app.call('GET', REQUESTS, { as: 'root' })
  const found = (body as { id: number; title: string }[]).filter(({ title }) => title.includes('again'))
  expect(found.length).toBeLessThan(2)
  return found[0] && requests.get(found[0].id)
}

it('shows the time to reviewers, and changes nothing before it is applied', async () => {
  const until = later(2 * HOUR)
  const id = await approved(until)
  const { features } = await requests.get(id)
  expect(features[0]?.changes[0]).toMatchObject({ payload: { enabled: true, until } })
  expect([await isEnabled(), await wayBack()]).toEqual([false, undefined])
})

it('is turned back at its time, once, by a request with its author and its approvals', async () => {
  const until = later(2 * HOUR)
  const id = await approved(until)
  await requests.move(id, 'Applied', 'applier')
  expect(await isEnabled()).toBe(true)
  const back = await wayBack()
  expect(back).toMatchObject({
    title: `Turn ${flag} off again`,
    state: 'Scheduled',
    minApprovals: 1,
    createdBy: { username: 'author' },
    approvals: [{ createdBy: { username: 'reviewer' } }],
    schedule: { status: 'pending', scheduledAt: until },
  })
  await pass(2 * HOUR - 1)
  expect(await isEnabled()).toBe(true)
  await pass(1)
  expect(await isEnabled()).toBe(false)
  const [event] = await requests.events('feature-environment-disabled')
  expect(event).toMatchObject({ createdBy: 'applier', featureName: flag })
  await pass(HOUR)
  expect(
    (await requests.events('feature-environment-disabled')).filter((one) => one.featureName === flag),
  ).toHaveLength(1)
  expect((await requests.get(back?.id ?? 0)).state).toBe('Applied')
})

it('is announced to its author an hour before its end', async () => {
  await requests.move(await approved(), 'Applied', 'applier')
  const announced = async (as: string) =>
    (await app.call(getWaitingChangeRequests, { as })).body.dueSoon.changeRequests.map(({ title }) => title)
  expect(await announced('author')).toEqual([])
  app.clock.advance(HOUR)
  expect(await announced('author')).toEqual([`Turn ${flag} off again`])
  expect(await announced('viewer')).toEqual([])
})

it('begins at a time, too, and ends as whoever scheduled it', async () => {
  const id = await approved(later(3 * HOUR))
  await requests.move(id, 'Scheduled', 'applier', { scheduledAt: later(HOUR) })
  await pass(HOUR)
  expect([await isEnabled(), (await wayBack())?.state]).toEqual([true, 'Scheduled'])
  await pass(2 * HOUR)
  expect(await isEnabled()).toBe(false)
})

it('is not begun when its end is over', async () => {
  const id = await approved(later(HOUR))
  app.clock.advance(HOUR)
  const { status, text } = await requests.put(id, 'Applied', 'applier')
  expect(status).toBe(409)
  expect(text).toContain('The time until which it was to last is over.')
  expect([await isEnabled(), await wayBack()]).toEqual([false, undefined])
})

it('is refused with an end that has passed, which names the field', async () => {
  const { status, body } = await requests.post(turning('2020-01-01T00:00:00.000Z'))
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { details: [{ path: '/body/payload/until' }] },
  })
})

it('stays as it is where the way back is rejected, or its flag is archived', async () => {
  await requests.move(await approved(), 'Applied', 'applier')
  const back = await wayBack()
  await requests.move(back?.id ?? 0, 'Rejected', 'author')
  await pass(3 * HOUR)
  expect(await isEnabled()).toBe(true)
  await requests.move(await approved(), 'Applied', 'applier')
  const { body } = await app.call('GET', REQUESTS, { as: 'root' })
  const [second] = (body as { id: number; state: string }[]).filter(({ state }) => state === 'Scheduled')
  await app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } })
  await pass(3 * HOUR)
  expect((await requests.get(second?.id ?? 0)).schedule).toMatchObject({ status: 'suspended' })
})

it('is suspended where whoever applied it may no longer apply', async () => {
  await requests.move(await approved(), 'Applied', 'applier')
  const params = { projectId: 'default', userId: String(await userIdOf(app, 'applier')) }
  const removed = await app.call(removeUserAccess, { params })
  expect(removed.status).toBe(200)
  await pass(2 * HOUR)
  expect((await wayBack())?.schedule).toMatchObject({
    status: 'suspended',
    reason: 'The user who scheduled it may no longer apply change requests here.',
  })
  expect(await isEnabled()).toBe(true)
})
