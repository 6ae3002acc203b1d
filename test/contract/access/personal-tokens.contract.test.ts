import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { storedBytes } from '#support/runner/stored-bytes.ts'
import { getPats, deletePat } from '#shared/access/contract/personal-tokens.ts'
import { getMe } from '#shared/access/contract/sessions.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { getUsers, deleteUser } from '#shared/access/contract/users.ts'
import { createGroup, deleteGroup } from '#shared/access/contract/groups.ts'
import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'

const PATS = '/api/admin/user/tokens'
const LATER = '2099-01-01T00:00:00.000Z'
interface Pat {
  id: number
  userId: number
  secret: string
  seenAt: string | null
}
let app: TestBackend
let count = 0
let description: string

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'editor', roles: ['Editor'] },
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'many', roles: ['Viewer'] },
      { username: 'leaver', roles: ['Editor'] },
    ],
  })
})
beforeEach(() => {
  description = `pat-${count++}`
})
afterAll(() => app.stop())

const post = (body: unknown, as = 'editor') => app.call('POST', PATS, { as, body })
const create = async (body: object = {}, as = 'editor') => {
  const answer = await post({ description, expiresAt: LATER, ...body }, as)
  expect(answer.status, answer.text).toBe(201)
  return answer.body as Pat
}
const list = async (as = 'editor') => (await app.call(getPats, { as })).body.pats
const remove = (id: number | string, as = 'editor') => app.call(deletePat, { params: { id }, as })
const me = (token: string) => app.call(getMe, { token })
const detailsOf = (body: unknown) => (body as { details: { message: string; path?: string }[] }).details

describe('creating a personal access token', () => {
  it('returns its secret once', async () => {
    const answer = await post({ description, expiresAt: '2099-01-01T01:00:00+01:00' })
    const { id, secret, userId } = answer.body as Pat
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number) as number,
      description,
      expiresAt: LATER,
      userId: expect.any(Number) as number,
      createdAt: '2026-11-21T12:00:00.000Z',
      seenAt: null,
      secret: expect.stringMatching(/^user:[0-9a-f]{56}$/) as string,
    })
    const pats = await list()
    expect(pats.find((one) => one.id === id)).toEqual({
      id,
      description,
      userId,
      expiresAt: LATER,
      createdAt: '2026-11-21T12:00:00.000Z',
      seenAt: null,
    })
    expect(JSON.stringify(pats)).not.toContain(secret)
  })

  it.each([
    [{ description: '', expiresAt: LATER }, 'PAT description cannot be empty.', '/body/description'],
    [{ description: '  ', expiresAt: LATER }, 'PAT description cannot be empty.', '/body/description'],
    [
      { description: 'x', expiresAt: '2026-11-21T12:00:00.000Z' },
      'The expiry date should be in future.',
      '/body/expiresAt',
    ],
    [
      { description: 'x' },
      'The `/body/expiresAt` property is required. It was not present on the data you sent.',
      '/body/expiresAt',
    ],
    [{ description: 'x', expiresAt: 'soon' }, 'must match format "date-time"', '/body/expiresAt'],
  ])('refuses %j', async (body, message, at) => {
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(detailsOf(answer.body)[0]).toMatchObject({
      message: expect.stringContaining(message) as string,
      path: at,
    })
  })

  it('requires a description that no other token of the user has', async () => {
    await create()
    expect(await post({ description, expiresAt: LATER })).toMatchObject({
      status: 409,
      body: { name: 'NameExistsError', message: 'PAT description already exists.' },
    })
    await create({}, 'viewer')
  })

  it('stops at ten tokens', async () => {
    for (let i = 0; i < 10; i++) await create({ description: `many-${i}` }, 'many')
    expect(await post({ description, expiresAt: LATER }, 'many')).toMatchObject({
      status: 403,
      body: { name: 'OperationDeniedError', message: 'Too many PATs (10) already exist for this user.' },
    })
    const [first] = await list('many')
    await remove(first?.id ?? 0, 'many')
    await create({}, 'many')
  })

  it('is for users: an API token has none', async () => {
    const refused = {
      status: 403,
      body: { name: 'ForbiddenError', message: 'PATs require an authenticated user.' },
    }
    const asToken = (method: string, at = PATS, body?: object) =>
      app.call(method, at, { token: ADMIN, ...(body ? { body } : {}) })
    expect(await asToken('POST', PATS, { description, expiresAt: LATER })).toMatchObject(refused)
    expect(await asToken('GET')).toMatchObject(refused)
    expect(await asToken('DELETE', `${PATS}/1`)).toMatchObject(refused)
  })
})

describe('a personal access token', () => {
  it('has exactly the permissions of its user, and acts as its user', async () => {
    const editor = (await create()).secret
    const viewer = (await create({}, 'viewer')).secret
    expect((await me(editor)).body).toMatchObject({ user: { username: 'editor', accountType: 'User' } })
    expect((await me(editor)).body).toEqual((await app.call(getMe, { as: 'editor' })).body)
    const segment = (token: string) =>
      app.call(createSegment, { token, body: { name: description, constraints: [] } })
    expect([(await segment(viewer)).status, (await segment(editor)).status]).toEqual([403, 201])
    const { body } = await app.call(searchEvents, { query: { type: 'IS:segment-created', limit: '1' } })
    expect(body).toMatchObject({ events: [{ createdBy: 'editor' }] })
    expect((await app.call(getUsers, { token: editor })).status).toBe(403)
    expect((await me(`Bearer ${editor}`)).status).toBe(200)
  })

  it('follows the roles of its user', async () => {
    const { secret, userId } = await create({}, 'viewer')
    const attempt = (name: string) =>
      app.call(createSegment, { token: secret, body: { name, constraints: [] } })
    expect((await attempt(description)).status).toBe(403)
    const { body } = await app.call(createGroup, {
      body: { name: description, rootRole: 2, users: [{ user: { id: userId } }] },
    })
    expect((await attempt(description)).status).toBe(201)
    await app.call(deleteGroup, { params: { groupId: body.id } })
    expect((await attempt(`${description}-b`)).status).toBe(403)
  })

  it('is rejected by the frontend API', async () => {
    const { secret } = await create()
    expect((await app.call(getFrontendFeatures, { token: secret })).status).toBe(401)
  })

  it('stores when it was last seen, also over a restart', async () => {
    const { id, secret } = await create()
    app.clock.advance(60_000)
    const at = app.clock.now().toISOString()
    await me(secret)
    expect((await list()).find((one) => one.id === id)?.seenAt).toBe(at)
  })

  it('is rejected after its expiry', async () => {
    const { secret } = await create({ expiresAt: new Date(app.clock.now().getTime() + 10_000).toISOString() })
    expect((await me(secret)).status).toBe(200)
    app.clock.advance(9_999)
    expect((await me(secret)).status).toBe(200)
    app.clock.advance(1)
    expect(await me(secret)).toMatchObject({ status: 401, body: { name: 'UnauthorizedError' } })
  })

  it('is rejected once its user is deleted', async () => {
    const { secret, userId } = await create({}, 'leaver')
    expect((await me(secret)).status).toBe(200)
    expect((await app.call(deleteUser, { params: { id: userId } })).status).toBe(200)
    expect((await me(secret)).status).toBe(401)
    const left = await app.backend.store.queries
      .selectFrom('personal_access_tokens')
      .select('id')
      .where('user_id', '=', userId)
      .execute()
    expect(left).toEqual([])
  })
})

describe('deleting a personal access token', () => {
  it('rejects it from the next request on', async () => {
    const { id, secret } = await create()
    expect((await me(secret)).status).toBe(200)
    expect(await remove(id)).toMatchObject({ status: 200, text: '' })
    expect((await me(secret)).status).toBe(401)
    expect(await remove(id)).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError', message: 'No PAT found.' },
    })
    expect((await remove('x')).status).toBe(400)
  })

  it('is for its user only, and 404 for others', async () => {
    const { id, secret } = await create({}, 'viewer')
    expect((await remove(id, 'editor')).status).toBe(404)
    expect((await list('editor')).map((one) => one.id)).not.toContain(id)
    expect((await me(secret)).status).toBe(200)
  })
})

describe('the secret of a personal access token', () => {
  it('is neither stored nor in the event log', async () => {
    const { id, secret } = await create()
    await me(secret)
    const { text } = await app.call(searchEvents, { query: { type: 'IS:pat-created', limit: '1' } })
    expect(text).toContain(`"description":"${description}"`)
    await remove(id)
    const deleted = await app.call(searchEvents, { query: { type: 'IS:pat-deleted', limit: '1' } })
    expect(deleted.body).toMatchObject({ events: [{ preData: { id, description } }] })
    const random = secret.slice('user:'.length)
    const bytes = await storedBytes(app)
    // the description is stored in a readable form, so the search covers the right places
    expect(bytes.some((one) => one.includes(description))).toBe(true)
    for (const one of [text, deleted.text, ...bytes]) expect(one.includes(random)).toBe(false)
  })
})
