import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { startAddonStage, type AddonStage } from '#support/stages/addon-stage.ts'
import { makeCertificateAuthority } from '#support/stand-ins/certificate-authority.ts'
import { startForwardingProxy, type ForwardingProxy } from '#support/stand-ins/forwarding-proxy.ts'
import { startRecordingServer, type RecordingServer } from '#support/stand-ins/recording-server.ts'
import { addonTestsOf } from '#support/stages/addon-tests.ts'
import { getAddon, updateAddon } from '#shared/integrations/contract/addons.ts'
import { toggleMaintenance } from '#shared/instance/contract/maintenance.ts'
import { testNewAddon } from '#shared/integrations/contract/addon-tests.ts'

let stage: AddonStage
/** Slack has a fixed address. A proxy leads it here, to a certificate that the service trusts. */
let slackHere: RecordingServer
let proxy: ForwardingProxy
let slackAnswer: object = {}
const authority = makeCertificateAuthority('Company Root')
beforeAll(async () => {
  slackHere = await startRecordingServer(
    () => ({ status: 200, body: slackAnswer }),
    authority.issue('slack.com'),
  )
  proxy = await startForwardingProxy({ ports: { 'slack.com': Number(new URL(slackHere.url).port) } })
  stage = await startAddonStage({
    env: {
      HALYARD_CA_FILE: authority.file,
      HALYARD_PROXY: proxy.url,
      UNLEASH_ALLOW_LIST_INTEGRATION: 'slack.com, other.example, 127.0.0.1',
    },
    users: [
      { username: 'editor', roles: ['Editor'] },
      { username: 'viewer', roles: ['Viewer'] },
    ],
  })
})
afterAll(async () => {
  await Promise.all([stage.stop(), slackHere.stop(), proxy.stop()])
  authority.remove()
})
afterEach(() => {
  stage.answerWith({ status: 200, body: 'ok' })
  stage.receiver.seen.length = 0
  slackHere.seen.length = 0
})

const { testNew, test, hook, webhook, resultOf } = addonTestsOf(() => stage)
const told = () => stage.receiver.seen.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
const rows = async () => {
  const { queries } = stage.app.backend.store
  return {
    addons: await queries.selectFrom('addons').selectAll().execute(),
    deliveries: await queries.selectFrom('integration_events').selectAll().execute(),
    events: await queries.selectFrom('events').selectAll().execute(),
  }
}

describe('a test of a webhook', () => {
  it('sends an event marked as a test, and returns what was sent and received', async () => {
    const result = resultOf(await testNew(webhook(), 'editor'))
    expect(result).toEqual({
      state: 'success',
      stateDetails: 'It was taken.',
      durationMs: expect.any(Number) as number,
      event: {
        id: 0,
        type: 'integration-test',
        createdBy: 'editor',
        createdByUserId: expect.any(Number) as number,
        createdAt: '2026-11-21T12:00:00.000Z',
        data: { test: true, message: 'This is a test of the integration. Nothing has happened to any flag.' },
        preData: null,
        tags: [{ type: 'simple', value: 'test' }],
        featureName: 'test-flag',
        project: 'default',
        environment: 'development',
        groupType: 'transaction',
        groupId: expect.any(String) as string,
      },
      requests: [
        {
          channel: null,
          host: '127.0.0.1',
          headers: { 'content-type': 'application/json', 'user-agent': 'halyard' },
          body: stage.receiver.seen[0]?.body,
          durationMs: expect.any(Number) as number,
          status: 200,
          answer: 'ok',
          problem: null,
        },
      ],
    })
    expect(told()).toEqual([result.event])
  })

  it('has a project and an environment that the integration matches', async () => {
    const { event } = resultOf(
      await testNew({ ...webhook(), projects: ['shop'], environments: ['production'] }),
    )
    expect(event).toMatchObject({ project: 'shop', environment: 'production' })
    const all = resultOf(await testNew({ ...webhook(), projects: ['*'] }))
    expect(all.event.project).toBe('default')
  })

  it('uses its template and its content type', async () => {
    const bodyTemplate = '<a by="{{event.createdBy}}">{{event.featureName}}: {{{eventMarkdown}}}</a>'
    resultOf(await testNew(webhook({ contentType: 'application/xml', bodyTemplate }), 'editor'))
    expect(stage.receiver.seen).toMatchObject([
      {
        headers: { 'content-type': 'application/xml' },
        body: '<a by="editor">test-flag: **editor** tests this integration. Nothing has happened to any flag.</a>',
      },
    ])
  })

  it('sends nothing when its template exceeds the limits', async () => {
    const projects = ['"'.repeat(255)]
    const bodyTemplate = '{{eventJson}}'.repeat(769)
    const result = resultOf(await testNew({ ...webhook({ bodyTemplate }), projects }))
    expect(result).toMatchObject({ state: 'failed', stateDetails: 'The template makes too long a text.' })
    expect([result.requests, stage.receiver.seen]).toEqual([[], []])
  })
})

describe('a test of a stored integration', () => {
  it('uses stored values for masks and changed values otherwise, and stores neither', async () => {
    const { id } = await stage.create({
      enabled: false,
      parameters: { url: hook(), authorization: 'Bearer stored-token', contentType: 'text/plain' },
    })
    const before = await rows()
    const shown = (await stage.app.call(getAddon, { params: { id } })).body
    const asItIs = resultOf(await test(id, shown, 'editor'))
    const parameters = {
      ...shown.parameters,
      contentType: 'application/json',
      customHeaders: '{"x-team":"key-of-team"}',
    }
    const edited = resultOf(await test(id, { ...shown, parameters }, 'editor'))
    expect(stage.receiver.seen).toMatchObject([
      { path: '/hook', headers: { authorization: 'Bearer stored-token', 'content-type': 'text/plain' } },
      {
        path: '/hook',
        headers: {
          authorization: 'Bearer stored-token',
          'content-type': 'application/json',
          'x-team': 'key-of-team',
        },
      },
    ])
    expect(edited.requests[0]?.headers).toEqual({
      'user-agent': 'halyard',
      'content-type': 'application/json',
      authorization: '*****',
      'x-team': '*****',
    })
    expect(JSON.stringify([asItIs, edited])).not.toMatch(/stored-token|key-of-team/)
    await stage.settle()
    const { events, ...after } = await rows()
    expect(after).toEqual({ addons: before.addons, deliveries: before.deliveries })
    expect(events.slice(before.events.length).map(({ type }) => type)).toEqual([
      'addon-tested',
      'addon-tested',
    ])
  })

  it('returns no secret that the receiver repeats', async () => {
    const { id } = await stage.create({
      enabled: false,
      parameters: {
        url: `${stage.receiver.url}/services/T0123456789ABC`,
        authorization: 'Bearer token-1234',
      },
    })
    stage.answerWith({ status: 418, body: 'token-1234 at T0123456789ABC' })
    const body = { ...webhook(), parameters: { url: '*****', authorization: '*****' } }
    const { requests } = resultOf(await test(id, body))
    expect(requests).toMatchObject([{ status: 418, answer: '***** at *****' }])
  })

  it('sends no stored secret to another address, and names the field to enter again', async () => {
    const { id } = await stage.create({
      enabled: false,
      parameters: { url: 'http://other.example/hook', authorization: 'Bearer TOPSECRET-XYZ' },
    })
    const body = webhook({ authorization: '*****' })
    for (const refused of [
      await test(id, body, 'editor'),
      await stage.app.call(updateAddon, { params: { id }, body }),
    ])
      expect(refused).toMatchObject({
        status: 400,
        body: {
          details: [
            {
              path: '/body/parameters/authorization',
              message: expect.stringContaining('has to be entered again') as string,
            },
          ],
        },
      })
    expect(stage.receiver.seen).toEqual([])
    const again = webhook({ authorization: 'Bearer another' })
    expect(resultOf(await test(id, again, 'editor'))).toMatchObject({ state: 'success' })
    expect((await stage.app.call(updateAddon, { params: { id }, body: again })).status).toBe(200)
  })

  it('writes an event with its author and address, without a secret', async () => {
    const { id } = await stage.create({
      enabled: false,
      parameters: { url: hook(), authorization: 'Bearer TOPSECRET-XYZ' },
    })
    const body = webhook({ authorization: '*****' })
    resultOf(await test(id, body, 'editor'))
    resultOf(await testNew(webhook(), 'editor'))
    const { events } = await rows()
    expect(events.slice(-2)).toMatchObject([
      { type: 'addon-tested', created_by: 'editor' },
      { type: 'addon-tested', created_by: 'editor' },
    ])
    expect(events.slice(-2).map(({ data }) => JSON.parse(data ?? '') as unknown)).toEqual([
      { id, provider: 'webhook', hosts: ['127.0.0.1'], state: 'success' },
      { provider: 'webhook', hosts: ['127.0.0.1'], state: 'success' },
    ])
    expect(JSON.stringify(events)).not.toContain('TOPSECRET-XYZ')
  })

  it('sends a secret of one provider to no other', async () => {
    const { id } = await stage.create({ enabled: false })
    const body = { ...webhook(), provider: 'teamsworkflow', parameters: { url: '*****' } }
    expect(await test(id, body)).toMatchObject({
      status: 400,
      body: { details: [{ path: '/body/parameters/url' }] },
    })
    expect(stage.receiver.seen).toEqual([])
  })

  it('that does not exist is 404', async () => {
    expect(await test(9999, webhook())).toMatchObject({
      status: 404,
      body: { name: 'NotFoundError', message: 'Could not find addon' },
    })
  })
})

describe('a test of another provider', () => {
  const marked = /tests this integration\. Nothing has happened to any flag\./
  const one = async (provider: string, parameters: object) =>
    resultOf(await testNew({ provider, enabled: true, parameters, events: ['feature-created'] }))

  it('sends Teams a card without a link', async () => {
    expect(await one('teamsworkflow', { url: hook() })).toMatchObject({ state: 'success' })
    const [card] = told()
    expect(JSON.stringify(card)).toMatch(marked)
    expect(JSON.stringify(card)).not.toContain('Action.OpenUrl')
  })

  it('sends Teams the format of former connectors', async () => {
    const { id } = await stage.create({ provider: 'teamsworkflow', enabled: false })
    await stage.app.backend.store.transaction((queries) =>
      queries.updateTable('addons').set({ provider: 'teams' }).where('id', '=', id).execute(),
    )
    const body = { ...webhook(), provider: 'teams', parameters: { url: '*****' } }
    expect(resultOf(await test(id, body))).toMatchObject({ state: 'success' })
    expect(told()).toMatchObject([{ '@type': 'MessageCard', summary: 'Test of the integration' }])
    expect(told()[0]).not.toHaveProperty('potentialAction')
  })

  it('sends Datadog an event with tags, and the key in its header', async () => {
    const { requests } = await one('datadog', { url: hook(), apiKey: 'datadog-key' })
    expect(stage.receiver.seen[0]?.headers['dd-api-key']).toBe('datadog-key')
    expect(told()).toMatchObject([
      {
        title: 'Test of the integration',
        text: expect.stringMatching(marked) as string,
        tags: ['flag:test-flag', 'project:default', 'environment:development'],
      },
    ])
    expect(requests[0]?.headers['dd-api-key']).toBe('*****')
  })

  it('sends New Relic a custom event, and the key in its header', async () => {
    const { requests } = await one('new-relic', { url: hook(), licenseKey: 'licence-key' })
    expect(stage.receiver.seen[0]?.headers['api-key']).toBe('licence-key')
    expect(told()).toMatchObject([
      { eventType: 'FeatureFlagEvent', flagEventType: 'integration-test', flagEventId: 0 },
    ])
    expect(requests[0]?.headers['api-key']).toBe('*****')
  })

  describe('Slack, as an app', () => {
    const slack = (defaultChannels: string) =>
      one('slack-app', { accessToken: 'xoxb-token', defaultChannels })

    it('posts to each channel', async () => {
      slackAnswer = { ok: true }
      const { state, requests } = await slack('general, releases')
      expect([state, requests.map(({ channel, host }) => [channel, host])]).toEqual([
        'success',
        [
          ['general', 'slack.com'],
          ['releases', 'slack.com'],
        ],
      ])
      expect(proxy.asked).toEqual(['CONNECT slack.com:443', 'CONNECT slack.com:443'])
      expect(slackHere.seen).toMatchObject([
        { path: '/api/chat.postMessage', headers: { authorization: 'Bearer xoxb-token' } },
        { path: '/api/chat.postMessage' },
      ])
      const told = slackHere.seen.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
      expect(told.map(({ channel }) => channel)).toEqual(['general', 'releases'])
      expect(told[0]?.['text']).toMatch(marked)
    })

    it('posts to the first five of many channels', async () => {
      slackAnswer = { ok: true }
      const { stateDetails, requests } = await slack('a,b,c,d,e,f,g')
      expect(requests).toHaveLength(5)
      expect(stateDetails).toBe('It was taken. A test tells the first 5 channels only.')
    })

    it('returns the error of Slack', async () => {
      slackAnswer = { ok: false, error: 'channel_not_found' }
      expect(await slack('nowhere')).toMatchObject({
        state: 'failed',
        stateDetails: 'nowhere: Slack says channel_not_found.',
        requests: [{ status: 200, problem: 'Slack says channel_not_found.' }],
      })
    })

    it('sends nothing without a channel', async () => {
      expect(await slack('')).toMatchObject({
        state: 'failed',
        stateDetails: 'There is no channel to tell.',
        requests: [],
      })
    })
  })
})

describe('the permission to test integrations', () => {
  it('is that to change or create one', async () => {
    const { id } = await stage.create({ enabled: false })
    expect((await test(id, webhook(), 'viewer')).body).toMatchObject({
      name: 'PermissionError',
      permissions: ['UPDATE_ADDON'],
    })
    expect((await testNew(webhook(), 'viewer')).body).toMatchObject({
      name: 'PermissionError',
      permissions: ['CREATE_ADDON'],
    })
    expect(stage.receiver.seen).toEqual([])
  })

  it('has no effect during maintenance', async () => {
    const { id } = await stage.create({ enabled: false })
    const setMaintenance = (enabled: boolean) => stage.app.call(toggleMaintenance, { body: { enabled } })
    await setMaintenance(true)
    const refused = [await test(id, webhook()), await testNew(webhook())]
    await setMaintenance(false)
    expect(refused.map(({ status }) => status)).toEqual([503, 503])
    expect(stage.receiver.seen).toEqual([])
  })
})

it('a test that waits for an answer does not prevent the service from stopping', async () => {
  const own = await startAddonStage()
  own.answerWith(undefined)
  const parameters = { url: own.receiver.url }
  const waiting = own.app.call(testNewAddon, { body: { ...webhook(), parameters } })
  await expect.poll(() => own.receiver.seen.length).toBe(1)
  await own.stop()
  expect(await waiting).toMatchObject({ status: 503, body: { message: 'The service is being stopped.' } })
})
