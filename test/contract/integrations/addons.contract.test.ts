import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ADDON_PROVIDERS } from '#shared/integrations/addons/index.ts'
import type { Addon } from '#shared/integrations/schemas/addon.ts'
import { ADDONS } from '#support/stages/addon-stage.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import {
  getAddon,
  getAddons,
  deleteAddon,
  getIntegrationEvents,
} from '#shared/integrations/contract/addons.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { getTagType } from '#shared/flags/contract/tags.ts'

const UNKNOWN = 9999
/** Message of recorded exchanges integrations/* for any fault. */
const SAID =
  'Request validation failed: your request body or params contain invalid data: A validation error occurred while processing your request data. Please make sure it conforms to the request data schema.'
const webhook = {
  provider: 'webhook',
  description: 'hook',
  enabled: false,
  parameters: { url: 'https://1.1.1.1/hook', contentType: 'application/json', authorization: 'secret-value' },
  events: ['feature-created', 'feature-archived'],
  projects: ['default'],
  environments: ['development'],
}
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'editor', roles: ['Editor'] },
      { username: 'viewer', roles: ['Viewer'] },
    ],
  })
})
afterAll(() => app.stop())

const post = (body: unknown) => app.call('POST', ADDONS, { body })
const create = async (rest: object = {}) => (await post({ ...webhook, ...rest })).body as Addon
const put = (id: number, body: unknown) => app.call('PUT', `${ADDONS}/${id}`, { body })
const get = async (id: number) => (await app.call(getAddon, { params: { id } })).body
const storedOf = async (id: number) => {
  const { parameters } = await app.backend.store.queries
    .selectFrom('addons')
    .select('parameters')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return JSON.parse(parameters) as Record<string, string>
}
const eventsOf = async (type: string) => {
  const { body, text } = await app.call(searchEvents, { query: { type: `IS:${type}`, limit: '1000' } })
  return { events: body.events, text }
}

describe('the list of integrations', () => {
  it('includes the available providers', async () => {
    const { status, body } = await app.call(getAddons, { as: 'viewer' })
    expect(status).toBe(200)
    const { providers } = body
    const table = providers.map(({ name, parameters = [], tagTypes = [] }) => [
      name,
      parameters
        .filter((one) => one.required)
        .map((one) => one.name)
        .join(' '),
      parameters
        .filter((one) => one.sensitive)
        .map((one) => one.name)
        .join(' '),
      tagTypes.map((one) => one.name).join(' '),
    ])
    expect(table).toEqual([
      ['webhook', 'url', 'url authorization customHeaders', ''],
      ['slack-app', 'accessToken', 'accessToken', 'slack'],
      ['slack', 'url defaultChannel', 'url customHeaders', 'slack'],
      ['teams', 'url', 'url customHeaders', ''],
      ['teamsworkflow', 'url', 'url customHeaders', ''],
      ['datadog', 'apiKey', 'apiKey customHeaders', 'datadog'],
      ['new-relic', 'url licenseKey', 'licenseKey customHeaders', 'new-relic'],
    ])
    expect(providers).toEqual(ADDON_PROVIDERS)
  })

  it('omits the secrets of integrations', async () => {
    const { id } = await create({ description: 'listed' })
    const { body } = await app.call(getAddons, { as: 'viewer' })
    expect(body.addons).toContainEqual(await get(id))
  })
})

describe('creating an integration', () => {
  it('returns it as it was sent', async () => {
    const { status, body } = await post(webhook)
    expect([status, body]).toEqual([201, { id: expect.any(Number) as number, ...webhook }])
  })

  it('requires no description, projects or environments, and accepts any event', async () => {
    const { id: _id, ...rest } = await create({
      description: undefined,
      events: ['bogus-event'],
      parameters: { url: 'https://1.1.1.1' },
      projects: undefined,
      environments: undefined,
    })
    expect(rest).toEqual({
      provider: 'webhook',
      enabled: false,
      description: null,
      parameters: { url: 'https://1.1.1.1' },
      events: ['bogus-event'],
      projects: [],
      environments: [],
    })
  })

  it('creates the tag types of its provider, once', async () => {
    const datadog = { provider: 'datadog', enabled: false, events: [], parameters: { apiKey: 'k' } }
    expect((await app.call(getTagType, { params: { name: 'datadog' } })).status).toBe(404)
    expect([(await post(datadog)).status, (await post(datadog)).status]).toEqual([201, 201])
    expect((await app.call(getTagType, { params: { name: 'datadog' } })).status).toBe(200)
    expect((await eventsOf('tag-type-created')).events).toHaveLength(1)
  })

  it('omits unknown and empty parameters', async () => {
    const { parameters } = await create({
      parameters: { url: 'https://1.1.1.1', contentType: ' ', nonsense: { deep: 1 }, authorization: null },
    })
    expect(parameters).toEqual({ url: 'https://1.1.1.1' })
  })

  const url = 'https://1.1.1.1'
  it.each<[string, object, string, string]>([
    ['an unknown provider', { provider: 'bogus' }, '/body/provider', 'There is no provider of this name.'],
    ['no URL', { parameters: {} }, '/body/parameters/url', 'The parameter url is required by Webhook.'],
    [
      'an empty URL',
      { parameters: { url: '' } },
      '/body/parameters/url',
      'The parameter url is required by Webhook.',
    ],
    ['a URL that is none', { parameters: { url: 'nowhere' } }, '/body/parameters/url', 'must be a URL'],
    [
      'another protocol',
      { parameters: { url: 'file:///etc/passwd' } },
      '/body/parameters/url',
      'must be a URL',
    ],
    [
      'a password in the URL',
      { parameters: { url: 'https://a:b@1.1.1.1' } },
      '/body/parameters/url',
      'must not hold',
    ],
    ['a list', { parameters: { url: ['https://1.1.1.1'] } }, '/body/parameters/url', 'must be text'],
    [
      'this machine, as any',
      { parameters: { url: 'http://0.0.0.0/' } },
      '/body/parameters/url',
      'private network',
    ],
    [
      'IPv4 in IPv6',
      { parameters: { url: 'http://[::ffff:10.0.0.1]/' } },
      '/body/parameters/url',
      'private network',
    ],
    [
      'metadata of a cloud',
      { parameters: { url: 'http://169.254.169.254/' } },
      '/body/parameters/url',
      'private',
    ],
    [
      'no such host',
      { parameters: { url: 'https://hooks.invalid/hook' } },
      '/body/parameters/url',
      'cannot be looked up',
    ],
    ['a mask', { parameters: { url: '*****' } }, '/body/parameters/url', 'stands for a stored value'],
    [
      'two lines',
      { parameters: { url, authorization: 'a\nb' } },
      '/body/parameters/authorization',
      'one line',
    ],
    [
      'no JSON',
      { parameters: { url, customHeaders: 'x: y' } },
      '/body/parameters/customHeaders',
      'JSON object',
    ],
    [
      'a header that is none',
      { parameters: { url, customHeaders: '{"a b":"c"}' } },
      '/body/parameters/customHeaders',
      'JSON',
    ],
    [
      'a section that is not closed',
      { parameters: { url, bodyTemplate: '{{#event}}' } },
      '/body/parameters/bodyTemplate',
      'mustache',
    ],
    [
      'our headers',
      { parameters: { url, customHeaders: '{"Host":"c"}' } },
      '/body/parameters/customHeaders',
      'JSON',
    ],
  ])('%s is rejected, and nothing is written', async (_name, rest, path, text) => {
    const count = async () =>
      (await app.backend.store.queries.selectFrom('addons').selectAll().execute()).length
    const before = await count()
    const { status, body } = await post({ ...webhook, ...rest })
    expect(status).toBe(400)
    expect(body).toMatchObject({ name: 'BadDataError', message: SAID, details: [{ path }] })
    const [{ message }] = (body as { details: [{ message: string }] }).details
    expect(message).toContain(text)
    expect(await count()).toBe(before)
  })

  it.each(['slack', 'teams'])('%s is rejected as deprecated, with the reason', async (provider) => {
    const { status, body } = await post({ ...webhook, provider })
    const why = ADDON_PROVIDERS.find(({ name }) => name === provider)?.deprecated ?? ''
    expect(why).toContain('deprecated')
    expect([status, (body as { details: unknown }).details]).toEqual([
      400,
      [{ message: why, description: why, path: '/body/provider' }],
    ])
  })

  it('names missing properties', async () => {
    const { status, body } = await post({})
    expect(status).toBe(400)
    const { details } = body as { details: { path: string; message: string }[] }
    expect(details[0]).toMatchObject({
      path: '/body/provider',
      message: 'The `/body/provider` property is required. It was not present on the data you sent.',
    })
  })
})

describe('the secrets of an integration', () => {
  it('are masked in responses', async () => {
    const { id } = await create()
    expect(await get(id)).toEqual({
      ...webhook,
      id,
      parameters: { url: '*****', contentType: 'application/json', authorization: '*****' },
      createdAt: '2026-11-21T12:00:00.000Z',
    })
  })

  it('stay when the mask is sent back, and are deleted when they are omitted', async () => {
    const { id } = await create()
    const masked = await get(id)
    const kept = await put(id, { ...masked, description: 'hook 2' })
    expect([kept.status, kept.text]).toEqual([200, JSON.stringify({ ...masked, description: 'hook 2' })])
    expect(await storedOf(id)).toEqual(webhook.parameters)
    const changed = { ...masked, parameters: { url: '*****', authorization: 'another' } }
    expect((await put(id, changed)).body).toMatchObject({ parameters: changed.parameters })
    expect(await storedOf(id)).toEqual({ url: 'https://1.1.1.1/hook', authorization: 'another' })
    await put(id, { ...masked, parameters: { url: '*****' } })
    expect(await storedOf(id)).toEqual({ url: 'https://1.1.1.1/hook' })
  })

  it('are not kept for another provider', async () => {
    const { id } = await create()
    const body = { ...webhook, provider: 'teamsworkflow', parameters: { url: '*****' } }
    expect(await put(id, body)).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/parameters/url' }] },
    })
    expect(await storedOf(id)).toEqual(webhook.parameters)
  })

  it('are in no event and in no error', async () => {
    const { id } = await create()
    await put(id, { ...webhook, parameters: { ...webhook.parameters, authorization: 'secret-value-2' } })
    const refused = await put(id, { ...webhook, parameters: { url: 'http://10.0.0.1/secret-value-3' } })
    expect([refused.status, refused.text]).toEqual([400, expect.not.stringContaining('secret-value')])
    await app.call(deleteAddon, { params: { id } })
    for (const change of ['created', 'updated', 'deleted']) {
      const { events, text } = await eventsOf(`addon-config-${change}`)
      expect(text).not.toMatch(/secret-value|1\.1\.1\.1/)
      const told = change === 'deleted' ? 'preData' : 'data'
      expect(events[0]?.[told]).toMatchObject({ id, provider: 'webhook', parameters: { url: '*****' } })
      expect(events[0]?.summary).toMatch(
        new RegExp(`^\\*\\*\\S+\\*\\* ${change} a \\*\\*webhook\\*\\* integration$`),
      )
    }
  })
})

describe('changing an integration', () => {
  it('returns it with its creation date', async () => {
    const { id } = await create()
    const body = {
      provider: 'webhook',
      description: 'hook 2',
      enabled: false,
      parameters: { url: 'https://1.1.1.1/hook2' },
      events: ['feature-created'],
    }
    expect(await put(id, body)).toMatchObject({
      status: 200,
      text: JSON.stringify({
        id,
        provider: 'webhook',
        enabled: false,
        description: 'hook 2',
        parameters: body.parameters,
        events: body.events,
        projects: [],
        environments: [],
        createdAt: '2026-11-21T12:00:00.000Z',
      }),
    })
  })

  it('validates as creating does', async () => {
    const { id } = await create()
    expect((await put(id, { ...webhook, provider: 'bogus' })).status).toBe(400)
    expect((await put(id, { ...webhook, parameters: {} })).status).toBe(400)
  })
})

describe('an id without an integration', () => {
  it('is 404 in each operation', async () => {
    const { id } = await create()
    expect(await app.call(deleteAddon, { params: { id } })).toMatchObject({ status: 200, text: '' })
    for (const gone of [id, UNKNOWN])
      for (const call of [
        () => app.call(getAddon, { params: { id: gone } }),
        () => put(gone, webhook),
        () => app.call(deleteAddon, { params: { id: gone } }),
        () => app.call(getIntegrationEvents, { params: { id: gone } }),
      ])
        expect(await call()).toMatchObject({
          status: 404,
          body: { name: 'NotFoundError', message: 'Could not find addon' },
        })
  })

  it('is 400 when it is invalid', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/events'],
    ])
      expect((await app.call(method ?? '', `${ADDONS}/x${path}`)).status).toBe(400)
  })
})

describe('the delivery log of an integration', () => {
  it('is empty at first, and for Admins', async () => {
    const { id } = await create()
    const path = `${ADDONS}/${id}/events`
    expect(await app.call('GET', path)).toMatchObject({ status: 200, text: '{"integrationEvents":[]}' })
    expect((await app.call('GET', path, { as: 'editor' })).status).toBe(403)
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'offset=-1'])
      expect((await app.call('GET', `${path}?${query}`)).status).toBe(400)
  })
})
