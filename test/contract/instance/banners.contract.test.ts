import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Banner } from '#shared/instance/schemas/banner.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const BANNERS = '/api/admin/banners'
let app: TestBackend
const mayWrite = 'herald'

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'editor', roles: ['Editor'] },
      { username: mayWrite, permissions: [{ permission: 'UPDATE_INSTANCE_BANNERS' }], atRoot: true },
    ],
  })
})
afterAll(() => app.stop())

const list = async (as?: string) =>
  ((await app.call('GET', BANNERS, as === undefined ? {} : { as })).body as { banners: Banner[] }).banners
const create = async (body: object) => (await app.call('POST', BANNERS, { body })).body as Banner
const lastEvents = async (limit: number) =>
  (
    (await app.call('GET', `/api/admin/search/events?limit=${limit}`)).body as {
      events: Record<string, unknown>[]
    }
  ).events

beforeEach(async () => {
  for (const { id } of await list()) await app.call('DELETE', `${BANNERS}/${id}`)
})

describe('creating a banner', () => {
  it('fills in the defaults, and returns its location', async () => {
    const answer = await app.call('POST', BANNERS, { body: { message: 'Down **tonight**' } })
    const { id } = answer.body as Banner
    expect(answer).toMatchObject({ status: 201, headers: { location: `banners/${id}` } })
    expect(answer.body).toEqual({
      id,
      message: 'Down **tonight**',
      enabled: true,
      variant: 'info',
      sticky: false,
      icon: null,
      link: null,
      linkText: null,
      dialogTitle: null,
      dialog: null,
      createdAt: app.clock.now().toISOString(),
    })
    expect(await list('viewer')).toEqual([answer.body])
  })

  it('keeps every property', async () => {
    const body = {
      message: 'New release',
      enabled: false,
      variant: 'success',
      sticky: true,
      icon: 'none',
      link: 'dialog',
      linkText: 'Notes',
      dialogTitle: 'Release notes',
      dialog: '# Notes\n\n- one',
    }
    expect(await create(body)).toMatchObject(body)
  })

  it('writes an event of the published type, with its first line as its name', async () => {
    await create({ message: 'First line\nsecond line' })
    const [event] = await lastEvents(1)
    expect(event).toMatchObject({ type: 'banner-created', data: { name: 'First line' } })
    expect(event?.['summary']).toContain('First line')
  })

  it.each(['/projects/default', 'https://example.com/a?b=c', 'http://localhost:3000/', 'dialog', null])(
    'accepts the link %s',
    async (link) => {
      expect((await app.call('POST', BANNERS, { body: { message: 'x', link } })).status).toBe(201)
    },
  )

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    '//evil.example.com',
    '/\\evil.example.com',
    '\\\\evil.example.com',
    'https://user:password@example.com',
    'https:// example.com',
    'example.com',
    '',
    `https://example.com/${'x'.repeat(2000)}`,
  ])('rejects the link %j, and names the field', async (link) => {
    const answer = await app.call('POST', BANNERS, { body: { message: 'x', link } })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ details: [{ path: '/body/link' }] })
    expect(await list()).toEqual([])
  })

  it.each([
    [{}, '/body/message'],
    [{ message: '' }, '/body/message'],
    [{ message: ' \n ' }, '/body/message'],
    [{ message: 'x'.repeat(2001) }, '/body/message'],
    [{ message: 'x', variant: 'loud' }, '/body/variant'],
    [{ message: 'x', sticky: 'yes' }, '/body/sticky'],
    [{ message: 'x', linkText: 'x'.repeat(201) }, '/body/linkText'],
    [{ message: 'x', dialogTitle: 'x'.repeat(201) }, '/body/dialogTitle'],
    [{ message: 'x', dialog: 'x'.repeat(20_001) }, '/body/dialog'],
  ])('rejects %j', async (body, path) => {
    const answer = await app.call('POST', BANNERS, { body })
    expect(answer.status).toBe(400)
    const paths = (answer.body as { details: { path?: string }[] }).details.map((one) => one.path)
    expect(paths).toContain(path)
    expect(await list()).toEqual([])
  })

  it('accepts texts of exactly the maximum length', async () => {
    const body = { message: 'x'.repeat(2000), linkText: 'x'.repeat(200), dialog: 'x'.repeat(20_000) }
    expect((await app.call('POST', BANNERS, { body })).status).toBe(201)
  })

  it('stops at a hundred', async () => {
    for (let n = 0; n < 100; n++)
      expect((await app.call('POST', BANNERS, { body: { message: `${n}` } })).status).toBe(201)
    expect(await app.call('POST', BANNERS, { body: { message: 'one more' } })).toMatchObject({
      status: 400,
      body: { name: 'ExceedsLimitError' },
    })
    expect(await list()).toHaveLength(100)
  })
})

describe('changing a banner', () => {
  it('replaces it, and keeps it on or off when that is omitted', async () => {
    const { id } = await create({ message: 'before', enabled: false, link: '/a', sticky: true })
    const answer = await app.call('PUT', `${BANNERS}/${id}`, { body: { message: 'after' } })
    expect(answer).toMatchObject({
      status: 200,
      body: { id, message: 'after', enabled: false, link: null, sticky: false },
    })
    expect(await lastEvents(1)).toMatchObject([
      { type: 'banner-updated', data: { message: 'after' }, preData: { message: 'before', link: '/a' } },
    ])
    const on = await app.call('PUT', `${BANNERS}/${id}`, { body: { message: 'after', enabled: true } })
    expect(on.body).toMatchObject({ enabled: true })
  })

  it('turns it off and on with an event each, and without one when nothing changes', async () => {
    const { id } = await create({ message: 'x' })
    expect(await app.call('POST', `${BANNERS}/${id}/off`)).toMatchObject({
      status: 200,
      body: { id, enabled: false },
    })
    expect(await app.call('POST', `${BANNERS}/${id}/off`)).toMatchObject({ status: 200 })
    expect(await app.call('POST', `${BANNERS}/${id}/on`)).toMatchObject({
      status: 200,
      body: { id, enabled: true },
    })
    expect(await lastEvents(3)).toMatchObject([
      { type: 'banner-updated', data: { enabled: true } },
      { type: 'banner-updated', data: { enabled: false } },
      { type: 'banner-created' },
    ])
  })

  it('deletes it', async () => {
    const { id } = await create({ message: 'gone' })
    expect(await app.call('DELETE', `${BANNERS}/${id}`)).toMatchObject({ status: 200, text: '' })
    expect(await list()).toEqual([])
    expect(await lastEvents(1)).toMatchObject([
      { type: 'banner-deleted', data: null, preData: { message: 'gone' } },
    ])
  })

  const CHANGES: [string, string, object][] = [
    ['PUT', '', { body: { message: 'x' } }],
    ['DELETE', '', {}],
    ['POST', '/on', {}],
    ['POST', '/off', {}],
  ]
  it.each(CHANGES)(
    '%s %s is 404 for an unknown banner, and 400 for an invalid id',
    async (method, at, more) => {
      expect(await app.call(method, `${BANNERS}/4711${at}`, more)).toMatchObject({
        status: 404,
        body: { name: 'NotFoundError', message: 'Could not find the banner with id 4711' },
      })
      expect((await app.call(method, `${BANNERS}/one${at}`, more)).status).toBe(400)
    },
  )
})

describe('the permissions of banners', () => {
  it('let every signed-in user read them', async () => {
    for (const as of ['viewer', 'editor', mayWrite])
      expect((await app.call('GET', BANNERS, { as })).status).toBe(200)
    expect((await app.call('GET', BANNERS, { token: null })).status).toBe(401)
  })

  it('let only Admins and holders of "Change instance banners" write them', async () => {
    const { id } = await create({ message: 'x' })
    for (const as of ['viewer', 'editor']) {
      expect((await app.call('POST', BANNERS, { as, body: { message: 'x' } })).status).toBe(403)
      expect((await app.call('POST', `${BANNERS}/${id}/off`, { as })).status).toBe(403)
      expect((await app.call('DELETE', `${BANNERS}/${id}`, { as })).status).toBe(403)
    }
    const made = await app.call('POST', BANNERS, { as: mayWrite, body: { message: 'mine' } })
    expect(made.status).toBe(201)
    expect(await list()).toHaveLength(2)
    expect((await app.call('DELETE', `${BANNERS}/${id}`, { as: mayWrite })).status).toBe(200)
  })
})
