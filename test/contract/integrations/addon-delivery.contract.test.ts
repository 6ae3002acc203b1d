import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { ADDONS, startAddonStage, type AddonStage } from '#support/stages/addon-stage.ts'
import { createFeature, archiveFeature } from '#shared/flags/contract/features.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { toggleMaintenance } from '#shared/instance/contract/maintenance.ts'
import { addTag } from '#shared/flags/contract/feature-tags.ts'
import { getAddon, updateAddon, deleteAddon } from '#shared/integrations/contract/addons.ts'
import { createProject } from '#shared/projects/contract/project-lifecycle.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'

let stage: AddonStage
beforeEach(async () => {
  stage = await startAddonStage()
})
afterEach(() => stage.stop())

const createFlag = (name: string, project = 'default') =>
  stage.app.call(createFeature, { params: { projectId: project }, body: { name } })
const turnOn = (name: string, environment: string) =>
  stage.app.call(toggleFeatureEnvironmentOn, {
    params: { projectId: 'default', featureName: name, environment },
  })
const told = () =>
  stage.receiver.seen.map(({ body }) => JSON.parse(body) as { type: string; featureName: string })
const flagsTold = () => told().map(({ featureName }) => featureName)
const setMaintenance = (enabled: boolean) => stage.app.call(toggleMaintenance, { body: { enabled } })

describe('a webhook', () => {
  it('receives the event as the log has it, and the delivery is recorded', async () => {
    const { id } = await stage.create({
      parameters: {
        url: `${stage.receiver.url}/hook?key=of-the-url`,
        authorization: 'Bearer token-1234',
        customHeaders: '{"X-Team":"payments","content-type":"text/evil"}',
      },
    })
    await createFlag('a')
    await stage.settle()
    expect(stage.receiver.seen).toHaveLength(1)
    const [request] = stage.receiver.seen
    expect(request).toMatchObject({
      method: 'POST',
      path: '/hook?key=of-the-url',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer token-1234',
        'x-team': 'payments',
        'user-agent': 'halyard',
      },
    })
    const { body } = await stage.app.call('GET', '/api/admin/search/events?type=IS:feature-created')
    const [{ label: _label, summary: _summary, ...event }] = (body as { events: [Record<string, unknown>] })
      .events
    expect(told()).toEqual([event])
    expect(await stage.deliveries(id)).toEqual([
      {
        id: expect.stringMatching(/^\d+$/) as string,
        integrationId: id,
        createdAt: '2026-11-21T12:00:00.000Z',
        state: 'success',
        stateDetails: 'It was taken.',
        event,
        details: {
          requests: [{ host: '127.0.0.1', body: request?.body, attempts: 1, status: 200, answer: 'ok' }],
        },
      },
    ])
  })

  it('receives every event in order, once each, without a request', async () => {
    await stage.create()
    const names = Array.from({ length: 20 }, (_, index) => `flag-${index}`)
    for (const name of names) expect((await createFlag(name)).status).toBe(201)
    await expect.poll(flagsTold).toEqual(names)
    await stage.settle()
    expect(flagsTold()).toEqual(names)
  })

  it('never delays the write', async () => {
    stage.answerWith(undefined)
    await stage.create()
    expect((await createFlag('a')).status).toBe(201)
    await expect.poll(() => stage.receiver.seen.length).toBe(1)
    // the receiver does not answer, but the next write returns all the same
    expect((await createFlag('b')).status).toBe(201)
  })
})

describe('a template of a webhook', () => {
  it('renders the body', async () => {
    await stage.create({
      parameters: {
        url: stage.receiver.url,
        contentType: 'application/vnd.team+json',
        bodyTemplate: '{"flag":"{{event.featureName}}","said":"{{eventMarkdown}}"}',
      },
    })
    await createFlag('a')
    await stage.settle()
    expect(stage.receiver.seen[0]?.headers['content-type']).toBe('application/vnd.team+json')
    const { flag, said } = JSON.parse(stage.receiver.seen[0]?.body ?? '') as { flag: string; said: string }
    expect([flag, said]).toEqual(['a', expect.stringContaining('created **[a](')])
  })

  it('that exceeds its limits fails, and the failure is recorded', async () => {
    const url = stage.receiver.url
    const bodyTemplate = `{{#event.tags}}${'{{event.type}}'.repeat(500)}{{/event.tags}}`
    const { id } = await stage.create({ events: ['feature-archived'], parameters: { url, bodyTemplate } })
    await createFlag('a')
    for (const value of ['v1', 'v2', 'v3', 'v4', 'v5'])
      await stage.app.call(addTag, { params: { featureName: 'a' }, body: { type: 'simple', value } })
    await stage.app.call(archiveFeature, { params: { projectId: 'default', featureName: 'a' } })
    await stage.settle()
    expect(await stage.deliveries(id)).toMatchObject([
      { state: 'failed', stateDetails: 'The template takes too many steps.', details: { requests: [] } },
    ])
    expect(stage.receiver.seen).toEqual([])
  })
})

describe('an integration receives', () => {
  it('its events only, and only while it is on', async () => {
    const { id } = await stage.create({ events: ['feature-environment-enabled'] })
    await createFlag('a')
    await turnOn('a', 'development')
    await stage.settle()
    expect(told().map(({ type }) => type)).toEqual(['feature-environment-enabled'])
    const off = { ...(await stage.app.call(getAddon, { params: { id } })).body, enabled: false }
    await stage.app.call(updateAddon, { params: { id }, body: off })
    await turnOn('a', 'production')
    await stage.settle()
    await stage.app.call(updateAddon, { params: { id }, body: { ...off, enabled: true } })
    await stage.settle()
    // events from while it was off are not delivered later
    expect(told()).toHaveLength(1)
  })

  it('events of its projects and environments, and events without either', async () => {
    await stage.app.call(createProject, { body: { id: 'other', name: 'Other' } })
    await stage.create({
      events: ['feature-created', 'feature-environment-enabled', 'segment-created'],
      projects: ['default'],
      environments: ['production'],
    })
    await createFlag('a')
    await createFlag('b', 'other')
    await turnOn('a', 'development')
    await turnOn('a', 'production')
    await stage.app.call(createSegment, { body: { name: 's', constraints: [] } })
    await stage.settle()
    expect(told()).toMatchObject([
      { type: 'feature-created', featureName: 'a' },
      { type: 'feature-environment-enabled', environment: 'production' },
      { type: 'segment-created', project: null },
    ])
  })

  it('no event before its creation, and after a change of its events the new ones only', async () => {
    await createFlag('before')
    const { id } = await stage.create({ events: ['feature-archived'] })
    await createFlag('a')
    await stage.settle()
    await stage.app.call(updateAddon, {
      params: { id },
      body: { provider: 'webhook', enabled: true, parameters: { url: '*****' }, events: ['feature-created'] },
    })
    await createFlag('b')
    await stage.settle()
    expect(flagsTold()).toEqual(['b'])
  })

  it('after maintenance mode the events before it', async () => {
    await stage.create({ events: ['feature-created', 'maintenance-mode-updated'] })
    await setMaintenance(true)
    await stage.settle()
    expect(told()).toEqual([])
    await setMaintenance(false)
    await expect
      .poll(() => told().map(({ type }) => type))
      .toEqual(['maintenance-mode-updated', 'maintenance-mode-updated'])
  })
})

describe('a failed delivery', () => {
  it('is retried once and recorded, and the next event is delivered all the same', async () => {
    const { id } = await stage.create()
    stage.answerWith({ status: 503, body: 'busy' })
    await createFlag('a')
    await stage.settle()
    stage.answerWith({ status: 204 })
    await createFlag('b')
    await stage.settle()
    expect(flagsTold()).toEqual(['a', 'a', 'b'])
    expect(await stage.deliveries(id)).toMatchObject([
      {
        state: 'failed',
        stateDetails: '127.0.0.1 answers 503.',
        event: { featureName: 'a' },
        details: { requests: [{ attempts: 2, status: 503, answer: 'busy' }] },
      },
      {
        state: 'success',
        event: { featureName: 'b' },
        details: { requests: [{ attempts: 1, status: 204 }] },
      },
    ])
  })

  it('can succeed on the retry', async () => {
    const { id } = await stage.create()
    stage.answerWith({ status: 500 })
    await createFlag('a')
    await expect.poll(() => stage.receiver.seen.length).toBe(1)
    stage.answerWith({ status: 200 })
    await stage.settle()
    expect(await stage.deliveries(id)).toMatchObject([
      { state: 'success', details: { requests: [{ attempts: 2, status: 200 }] } },
    ])
  })

  it('follows no redirect', async () => {
    const { id } = await stage.create()
    stage.answerWith({ status: 302, headers: { location: `${stage.receiver.url}/elsewhere` } })
    await createFlag('a')
    await stage.settle()
    expect(stage.receiver.seen.map(({ path }) => path)).toEqual(['/hook', '/hook'])
    expect(await stage.deliveries(id)).toMatchObject([
      { state: 'failed', stateDetails: '127.0.0.1 redirects elsewhere (302); that is not followed.' },
    ])
  })

  it('without a listening receiver is recorded without secrets', async () => {
    const { id } = await stage.create({
      parameters: { url: 'http://127.0.0.1:9/path-of-the-hook', authorization: 'token-1234' },
    })
    await createFlag('a')
    await stage.settle()
    const deliveries = await stage.deliveries(id)
    expect(deliveries).toMatchObject([
      { state: 'failed', stateDetails: 'Nothing listens at 127.0.0.1: the connection was refused.' },
    ])
    expect(JSON.stringify(deliveries)).not.toMatch(/path-of-the-hook|token-1234/)
  })

  it('is recorded without secrets that the receiver repeated', async () => {
    const { id } = await stage.create({
      parameters: {
        url: `${stage.receiver.url}/services/T0123456789ABC`,
        authorization: 'Bearer token-1234',
      },
    })
    stage.answerWith({ status: 200, body: 'you sent token-1234 to T0123456789ABC' })
    await createFlag('a')
    await stage.settle()
    const [delivery] = await stage.deliveries(id)
    expect(delivery?.details).toMatchObject({ requests: [{ answer: 'you sent ***** to *****' }] })
  })
})

describe('the delivery log', () => {
  it('is read page by page, newest first, and deleted with its integration', async () => {
    const { id } = await stage.create()
    for (const name of ['a', 'b', 'c']) await createFlag(name)
    await stage.settle()
    const page = async (query: string) => {
      const { body } = await stage.app.call('GET', `${ADDONS}/${id}/events?${query}`)
      return (body as { integrationEvents: { event: { featureName: string } }[] }).integrationEvents.map(
        ({ event }) => event.featureName,
      )
    }
    expect(await page('')).toEqual(['c', 'b', 'a'])
    expect(await page('limit=1&offset=1')).toEqual(['b'])
    await stage.app.call(deleteAddon, { params: { id } })
    const rows = await stage.app.backend.store.queries.selectFrom('integration_events').selectAll().execute()
    expect(rows).toEqual([])
  })
})
