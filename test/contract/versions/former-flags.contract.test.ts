import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { FormerFlag } from '#shared/versions/schemas/former-flag.ts'
import { addProject } from '#support/stages/projects.ts'
import {
  BACKEND_PRODUCTION,
  startBackend,
  type Call,
  type TestBackend,
} from '#support/service/start-backend.ts'
import { getEventsForToggle } from '#shared/audit/contract/events.ts'
import { getFeature } from '#shared/flags/contract/features.ts'
import { getClientFeature } from '#shared/clients/contract/client-api.ts'
import { reviveFeature } from '#shared/flags/contract/archive.ts'
import { updateProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'
import { getUpgradeReport } from '#shared/versions/contract/upgrade-report.ts'
import { removeEnvironmentFromProject } from '#shared/projects/contract/project-environments.ts'

/** /api/admin/features as it was before version 5: without environments (document, "v4 to v5"). */
const FLAGS = '/api/admin/features'

let app: TestBackend
beforeAll(async () => {
  app = await startBackend({
    contract: '4',
    rateLimits: { perMinute: {} },
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'editor', roles: ['Editor'] },
      { username: 'switcher', permissions: [{ permission: 'UPDATE_FEATURE' }], project: 'default' },
    ],
  })
  await addProject(app, 'other')
})
afterAll(() => app.stop())

const create = (name: string, more: object = {}, call: Call = {}) =>
  app.call('POST', FLAGS, { body: { name, strategies: [{ name: 'default' }], ...more }, ...call })
const put = (name: string, body: object, call: Call = {}) =>
  app.call('PUT', `${FLAGS}/${name}`, { body, ...call })
const get = async (name: string) => (await app.call('GET', `${FLAGS}/${name}`)).body as FormerFlag
const post = (path: string, call: Call = {}) => app.call('POST', `${FLAGS}/${path}`, call)
const listed = async (query: string) =>
  ((await app.call('GET', `${FLAGS}?${query}`)).body as { features: FormerFlag[] }).features.map(
    (flag) => flag.name,
  )
const eventsOf = async (name: string) => {
  const { body } = await app.call(getEventsForToggle, { params: { featureName: name } })
  return body.events.map((event) => event.type)
}

describe('a flag of former versions', () => {
  it('is created with its strategies and variants, and is on in the default environment', async () => {
    const strategies = [
      { name: 'default' },
      { name: 'flexibleRollout', parameters: { rollout: '25' }, constraints: [] },
    ]
    const made = await create('whole', {
      description: 'All that a flag had',
      type: 'experiment',
      enabled: true,
      stale: true,
      strategies,
      variants: [
        { name: 'blue', weight: 500 },
        { name: 'red', weight: 500 },
      ],
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      name: 'whole',
      project: 'default',
      description: 'All that a flag had',
      type: 'experiment',
      enabled: true,
      stale: true,
      strategies: [{ name: 'default' }, { name: 'flexibleRollout', parameters: { rollout: '25' } }],
      variants: [
        { name: 'blue', weight: 500 },
        { name: 'red', weight: 500 },
      ],
      tags: [],
      lastSeenAt: null,
    })
    expect(await get('whole')).toEqual(made.body)
    const today = (await app.call(getFeature, { params: { projectId: 'default', featureName: 'whole' } }))
      .body
    expect(today.environments.map((one) => [one.name, one.enabled, one.strategies.length])).toEqual([
      ['development', false, 0],
      ['production', true, 2],
    ])
    const { body } = await app.call(getClientFeature, {
      params: { featureName: 'whole' },
      token: BACKEND_PRODUCTION,
    })
    expect(body).toMatchObject({
      enabled: true,
      strategies: [{ name: 'default' }, { name: 'flexibleRollout' }],
    })
  })

  it('belongs to the project it names, which must exist', async () => {
    expect((await create('elsewhere', { project: 'other' })).body).toMatchObject({ project: 'other' })
    expect((await create('nowhere', { project: 'nope' })).status).toBe(404)
    expect((await app.call('GET', `${FLAGS}/nowhere`)).status).toBe(404)
  })

  it('is created as a whole or not at all, and the error names the field', async () => {
    const answer = await create('half', {
      strategies: [{ name: 'default' }, { name: 'unknown' }],
    })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain('/body/strategies/1')
    expect((await app.call('GET', `${FLAGS}/half`)).status).toBe(404)
    expect((await create('whole')).status).toBe(409)
    const nameless = await app.call('POST', FLAGS, { body: { strategies: [] } })
    expect(nameless.status).toBe(400)
    expect(nameless.body).toMatchObject({
      validation: [{ keyword: 'required', params: { missingProperty: 'name' } }],
    })
  })

  it('is listed with all others, by tag, project and beginning of the name', async () => {
    await create('list-a')
    await create('list-b', { project: 'other' })
    await create('list-c')
    await post('list-a/tags', { body: { type: 'simple', value: 'red' } })
    await post('list-b/tags', { body: { type: 'simple', value: 'blue' } })
    await app.call('DELETE', `${FLAGS}/list-c`)
    const all = (await app.call('GET', FLAGS)).body as { version: number; features: FormerFlag[] }
    expect(all.version).toBe(2)
    expect(all.features.find((flag) => flag.name === 'list-a')).toEqual(await get('list-a'))
    expect(await listed('namePrefix=list-')).toEqual(['list-a', 'list-b'])
    expect(await listed('project=other&namePrefix=list-')).toEqual(['list-b'])
    expect(await listed('project=other&project=default&namePrefix=list-')).toEqual(['list-a', 'list-b'])
    expect(await listed('tag=simple:red&tag=simple:blue')).toEqual(['list-a', 'list-b'])
    expect(await listed('tag=simple:red')).toEqual(['list-a'])
    expect((await app.call('GET', `${FLAGS}?tag=red`)).status).toBe(400)
  })
})

describe('a change of a flag of former versions', () => {
  it('that sends back what was read changes nothing', async () => {
    await create('same', {
      enabled: true,
      strategies: [{ name: 'flexibleRollout', parameters: { rollout: '50' } }],
    })
    const before = await get('same')
    const events = await eventsOf('same')
    const answer = await put('same', before)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(before)
    expect(await eventsOf('same')).toEqual(events)
  })

  it('replaces strategies and variants, and keeps omitted ones', async () => {
    await create('changed', { enabled: true, strategies: [{ name: 'default' }, { name: 'default' }] })
    const [first] = (await get('changed')).strategies
    const { body } = await put('changed', {
      name: 'changed',
      description: 'anew',
      strategies: [{ name: 'flexibleRollout', parameters: { rollout: '30' } }],
      variants: [{ name: 'only', weight: 1000 }],
    })
    expect(body).toMatchObject({
      description: 'anew',
      enabled: true,
      strategies: [{ id: first?.id, name: 'flexibleRollout', parameters: { rollout: '30' } }],
      variants: [{ name: 'only', weight: 1000 }],
    })
    const left = (await put('changed', { description: 'again', enabled: false })).body as FormerFlag
    expect(left).toMatchObject({ description: 'again', enabled: false, variants: [{ name: 'only' }] })
    expect(left.strategies).toHaveLength(1)
    expect(
      (await put('changed', { strategies: [{ name: 'default' }, { name: 'default' }] })).body,
    ).toMatchObject({
      strategies: [{ name: 'default' }, { name: 'default' }],
    })
    expect((await put('changed', { variants: [], strategies: [] })).body).toMatchObject({
      variants: [],
      strategies: [],
      enabled: false,
    })
  })

  it('that removes the last strategy of an enabled flag adds the default one, so that it stays on', async () => {
    await create('lasting', { enabled: true })
    expect((await put('lasting', { strategies: [] })).body).toMatchObject({
      enabled: true,
      strategies: [{ name: 'flexibleRollout', parameters: { rollout: '100' } }],
    })
  })

  it('is rejected as a whole when a part is invalid', async () => {
    await create('kept', { description: 'as it was' })
    const before = await get('kept')
    const wrong = await put('kept', {
      description: 'other',
      variants: [{ name: 'a', weight: 1, weightType: 'fix' }],
    })
    expect(wrong.status).toBe(400)
    expect(JSON.stringify(wrong.body)).toContain('/body/variants')
    expect((await put('kept', { name: 'renamed' })).status).toBe(400)
    expect(await get('kept')).toEqual(before)
  })

  it.each([
    ['toggle/on', { enabled: true }],
    ['toggle/on', { enabled: true }],
    ['toggle/off', { enabled: false }],
    ['toggle', { enabled: true }],
    ['toggle', { enabled: false }],
    ['stale/on', { stale: true }],
    ['stale/off', { stale: false }],
  ])('%s returns the flag, which then is %j', async (deed, expected) => {
    await create('switched')
    const { status, body } = await post(`switched/${deed}`)
    expect(status).toBe(200)
    expect(body).toMatchObject(expected)
    expect(await get('switched')).toEqual(body)
  })

  it.each(['toggle', 'toggle/on', 'toggle/off', 'stale/on', 'stale/off'])(
    '%s of an unknown flag is 404, of an archived one 400',
    async (deed) => {
      await create('gone')
      await app.call('DELETE', `${FLAGS}/gone`)
      expect((await post(`nope/${deed}`)).status).toBe(404)
      expect((await post(`gone/${deed}`)).status).toBe(400)
    },
  )

  it('archives flags, which can be revived', async () => {
    await create('archived')
    expect((await app.call('DELETE', `${FLAGS}/archived`)).status).toBe(200)
    expect((await app.call('GET', `${FLAGS}/archived`)).status).toBe(404)
    expect((await put('archived', {})).status).toBe(400)
    expect((await app.call('DELETE', `${FLAGS}/nope`)).status).toBe(404)
    expect((await put('nope', {})).status).toBe(404)
    expect((await app.call(reviveFeature, { params: { featureName: 'archived' } })).status).toBe(200)
    expect(await get('archived')).toMatchObject({ name: 'archived', enabled: false })
  })

  it('validates names as it does now', async () => {
    expect((await post('validate', { body: { name: 'not-yet-there' } })).status).toBe(200)
    expect((await post('validate', { body: { name: 'whole' } })).status).toBe(409)
  })
})

describe('the former flag operations', () => {
  const deeds: readonly [string, string, unknown?][] = [
    ['POST', '', { name: 'not-theirs', strategies: [] }],
    ['PUT', '/whole', { description: 'theirs' }],
    ['DELETE', '/whole'],
    ['POST', '/whole/toggle'],
    ['POST', '/whole/toggle/on'],
    ['POST', '/whole/toggle/off'],
    ['POST', '/whole/stale/on'],
    ['POST', '/whole/stale/off'],
  ]
  it.each(deeds)('%s %s need the current permission', async (method, path, body) => {
    const before = await get('whole')
    const answer = await app.call(method, `${FLAGS}${path}`, { as: 'viewer', ...(body ? { body } : {}) })
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({ name: 'PermissionError' })
    expect(await get('whole')).toEqual(before)
  })

  it('are all allowed for an editor', async () => {
    const as = 'editor'
    expect((await create('edited', { enabled: true }, { as })).status).toBe(201)
    expect((await put('edited', { strategies: [{ name: 'default' }] }, { as })).status).toBe(200)
    expect((await post('edited/toggle', { as })).status).toBe(200)
    expect((await app.call('DELETE', `${FLAGS}/edited`, { as })).status).toBe(200)
  })

  it('do not switch a flag for a user who may only edit it', async () => {
    await create('described')
    const as = 'switcher'
    expect((await put('described', { description: 'so' }, { as })).status).toBe(200)
    expect((await put('described', { enabled: true }, { as })).status).toBe(403)
    expect((await put('described', { strategies: [] }, { as })).status).toBe(403)
    expect((await post('described/toggle/on', { as })).status).toBe(403)
    expect(await get('described')).toMatchObject({ description: 'so', enabled: false })
  })

  it('do not bypass change requests', async () => {
    await create('reviewed', { project: 'other' })
    expect(
      (
        await app.call(updateProjectChangeRequestConfig, {
          params: { projectId: 'other', environment: 'production' },
          body: { changeRequestsEnabled: true },
        })
      ).status,
    ).toBe(200)
    const as = 'editor'
    expect((await post('reviewed/toggle/on', { as })).status).toBe(403)
    expect((await put('reviewed', { enabled: true }, { as })).status).toBe(403)
    expect((await app.call('DELETE', `${FLAGS}/reviewed`, { as })).status).toBe(403)
    expect(await get('reviewed')).toMatchObject({ enabled: false })
  })

  it('write events with the author, and are counted in the upgrade report', async () => {
    await create('authored', {}, { as: 'editor' })
    await post('authored/toggle/on', { as: 'editor' })
    const { body } = await app.call(getEventsForToggle, { params: { featureName: 'authored' } })
    const { events } = body
    expect(events.map((event) => [event.type, event.createdBy])).toEqual([
      ['feature-environment-enabled', 'editor'],
      ['feature-strategy-add', 'editor'],
      ['feature-created', 'editor'],
    ])
    const report = await app.call(getUpgradeReport, { query: { from: '4', to: '5' } })
    const { calls } = report.body
    const found = calls.find((one) => one.call === 'POST /api/admin/features/{featureName}/toggle/on')
    expect(found?.verdict).toBe('removed')
    expect(found?.callers.map(({ name }) => name)).toContain('editor')
  })

  it('omit private projects that the caller cannot see', async () => {
    await addProject(app, 'secret')
    await create('hidden', { project: 'secret' })
    const settings = {
      mode: 'private',
      featureNaming: { pattern: null },
      featureLimit: null,
      linkTemplates: [],
    }
    expect((await app.call('PUT', '/api/admin/projects/secret/settings', { body: settings })).status).toBe(
      200,
    )
    expect(await get('hidden')).toMatchObject({ name: 'hidden' })
    const as = 'viewer'
    const all = (await app.call('GET', FLAGS, { as })).body as { features: FormerFlag[] }
    expect(all.features.map((flag) => flag.name)).not.toContain('hidden')
    for (const [method, path, body] of deeds.slice(1)) {
      const call = { as, ...(body ? { body } : {}) }
      const [hidden, unknown] = await Promise.all(
        ['hidden', 'unknown'].map((name) => app.call(method, FLAGS + path.replace('whole', name), call)),
      )
      expect([hidden?.status, unknown?.status]).toEqual([404, 404])
      expect((hidden?.body as { message: string }).message).toBe(
        (unknown?.body as { message: string }).message,
      )
    }
  })

  it('show flags as off, and do not switch them, where the project lacks the default environment', async () => {
    await create('without', { project: 'other' })
    await app.call(removeEnvironmentFromProject, {
      params: { projectId: 'other', environment: 'production' },
    })
    expect(await get('without')).toMatchObject({ enabled: false, strategies: [], variants: [] })
    expect((await post('without/toggle/on')).status).toBe(404)
    expect((await put('without', { description: 'still', enabled: false })).status).toBe(200)
  })
})
