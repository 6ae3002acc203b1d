import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import * as contract from '../../src-shared/contract/blast-radius.ts'
import type { BlastRadius } from '../../src-shared/schemas/blast-radius.ts'
import { operationsOf } from '../support/answer-log.ts'
import { PEOPLE, requestsOf, type Requests } from '../support/change-requests.ts'
import { addProject } from '../support/projects.ts'
import { FRONTEND, startBackend, type TestBackend } from '../support/start-backend.ts'

const PROJECT = '/api/admin/projects/default'
const HOUR_MS = 3_600_000
let app: TestBackend
let tokenOfOther: string
let requests: Requests
let flags = 0

beforeAll(async () => {
  app = await startBackend({ users: PEOPLE })
  requests = requestsOf(app)
  await addProject(app, 'other')
  const token = { tokenName: 'other', type: 'frontend', environment: 'development', projects: ['other'] }
  const made = await app.call('POST', '/api/admin/api-tokens', { body: token })
  tokenOfOther = (made.body as { secret: string }).secret
})
beforeEach(() => app.call('DELETE', '/api/admin/seen-contexts'))
afterAll(async () => {
  app.answers.expectEveryStatus(operationsOf(contract))
  await app.stop()
})

const constraint = (...values: string[]) => ({ contextName: 'country', operator: 'IN', values })
const variant = (name: string) => ({ name, weight: 1000, weightType: 'variable', stickiness: 'default' })
const strategy = (more: object = {}) => ({ name: 'default', ...more })

/** A flag that is on in development by these strategies; answers its name and their ids. */
async function flagWith(strategies: object[], project = 'default', environment = 'development') {
  const name = `flag-${flags++}`
  const path = `/api/admin/projects/${project}/features`
  await app.call('POST', path, { body: { name } })
  const ids: string[] = []
  for (const body of strategies) {
    const at = `${path}/${name}/environments/${environment}/strategies`
    ids.push(((await app.call('POST', at, { body })).body as { id: string }).id)
  }
  const on = await app.call('POST', `${path}/${name}/environments/${environment}/on`)
  expect(on.status).toBe(200)
  return { name, ids }
}

const see = (query: string, token = FRONTEND) => app.call('GET', `/api/frontend?${query}`, { token })
const seeAll = async (...countries: string[]) => {
  for (const [index, country] of countries.entries()) await see(`userId=${index}&country=${country}`)
}
const ask = (changes: object[], more: object = {}, as = 'viewer') =>
  app.call('POST', `${PROJECT}/blast-radius`, {
    as,
    body: { environment: 'development', changes, ...more },
  })
async function radiusOf(change: object, more: object = {}): Promise<BlastRadius> {
  const { status, text, body } = await ask([change], more)
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  return body as BlastRadius
}
const messageOf = (body: unknown) => (body as { details: { message: string; path?: string }[] }).details[0]

describe('the blast radius of a change', () => {
  it('says who turns off, and why', async () => {
    const north = strategy({ title: 'North', constraints: [constraint('NO', 'SE')] })
    const { name, ids } = await flagWith([strategy({ disabled: true, title: 'Never' }), north])
    await seeAll('NO', 'SE', 'DK', 'SE')
    const payload = { id: ids[1], constraints: [constraint('NO')] }
    const radius = await radiusOf({ action: 'updateStrategy', feature: name, payload })
    expect(radius).toMatchObject({
      window: '24h',
      seen: 4,
      turnsOn: 0,
      turnsOff: 2,
      variantChanges: 0,
      stays: 2,
      flagsTouched: 1,
      isSampled: false,
      isHypothetical: false,
      flags: [{ feature: name, project: 'default', environment: 'development', seen: 4, turnsOff: 2 }],
    })
    expect(radius.samples).toHaveLength(2)
    expect(radius.samples[0]).toEqual({
      feature: name,
      environment: 'development',
      context: { userId: '3', remoteAddress: '127.0.0.1', properties: { country: 'SE' } },
      count: 1,
      lastSeen: app.clock.now().toISOString(),
      before: { enabled: true, variant: null, explanation: ['On: the strategy “North” matched.'] },
      after: {
        enabled: false,
        variant: null,
        explanation: [
          'Off: its strategy did not match.',
          '“North”: a constraint did not hold, country is “SE”.',
        ],
      },
    })
  })

  it('changes nothing', async () => {
    const { name, ids } = await flagWith([strategy()])
    const at = `${PROJECT}/features/${name}`
    const before = (await app.call('GET', at)).body
    await seeAll('NO')
    for (const change of [
      { action: 'deleteStrategy', feature: name, payload: { id: ids[0] } },
      { action: 'archiveFeature', feature: name },
      { action: 'updateEnabled', feature: name, payload: { enabled: false } },
    ])
      await radiusOf(change)
    expect((await app.call('GET', at)).body).toEqual(before)
    expect((await see('userId=1')).text).toContain(`"${name}"`)
  })

  it.each<[string, (flag: string, ids: string[]) => object, object]>([
    [
      'a strategy is added',
      (feature) => ({
        action: 'addStrategy',
        feature,
        payload: strategy({ constraints: [constraint('DK')] }),
      }),
      { turnsOn: 1, stays: 2 },
    ],
    [
      'one is deleted, and the other decides',
      (feature, [id]) => ({ action: 'deleteStrategy', feature, payload: { id } }),
      { turnsOff: 1, variantChanges: 1, stays: 1 },
    ],
    [
      'they change places',
      (feature, [first, second]) => ({
        action: 'reorderStrategy',
        feature,
        payload: [
          { id: first, sortOrder: 2 },
          { id: second, sortOrder: 1 },
        ],
      }),
      { variantChanges: 1, stays: 2 },
    ],
    [
      'it is turned off',
      (feature) => ({ action: 'updateEnabled', feature, payload: { enabled: false } }),
      { turnsOff: 2, stays: 1 },
    ],
    ['it is archived', (feature) => ({ action: 'archiveFeature', feature }), { turnsOff: 2, stays: 1 }],
    [
      'it gets variants of its own',
      (feature) => ({
        action: 'patchVariant',
        feature,
        payload: { variants: [{ name: 'c', weight: 1000 }] },
      }),
      { variantChanges: 0, stays: 3 },
    ],
  ])('when %s', async (_what, change, figures) => {
    const { name, ids } = await flagWith([
      strategy({ constraints: [constraint('NO', 'SE')], variants: [variant('a')] }),
      strategy({ constraints: [constraint('NO')], variants: [variant('b')] }),
    ])
    await seeAll('NO', 'SE', 'DK')
    expect(await radiusOf(change(name, ids))).toMatchObject({ seen: 3, ...figures })
  })

  it('counts the variants of the flag itself where its strategies have none', async () => {
    const { name } = await flagWith([strategy()])
    await seeAll('NO', 'SE')
    const payload = { variants: [{ name: 'c', weight: 1000 }] }
    expect(await radiusOf({ action: 'patchVariant', feature: name, payload })).toMatchObject({
      variantChanges: 2,
      stays: 0,
    })
  })

  it('reaches children, and those who become children', async () => {
    const parent = await flagWith([strategy()])
    const child = await flagWith([strategy({ constraints: [constraint('NO')] })])
    await seeAll('NO', 'SE')
    const off = { action: 'updateEnabled', feature: parent.name, payload: { enabled: false } }
    const add = { action: 'addDependency', feature: child.name, payload: { feature: parent.name } }
    expect(await radiusOf(add, { environment: undefined })).toMatchObject({ turnsOff: 0, flagsTouched: 1 })
    const both = (await ask([off, add])).body as BlastRadius
    expect(both.flags.map(({ feature, turnsOff }) => [feature, turnsOff])).toEqual([
      [parent.name, 2],
      [child.name, 1],
    ])
    await app.call('POST', `${PROJECT}/features/${child.name}/dependencies`, {
      body: { feature: parent.name },
    })
    const radius = await radiusOf(off)
    expect(radius).toMatchObject({ seen: 2, turnsOff: 2, flagsTouched: 2 })
    expect(radius.flags.map(({ feature, turnsOff }) => [feature, turnsOff])).toEqual([
      [parent.name, 2],
      [child.name, 1],
    ])
  })

  it('archives parents with their children, as a list does', async () => {
    const parent = await flagWith([strategy()])
    const child = await flagWith([strategy()])
    await app.call('POST', `${PROJECT}/features/${child.name}/dependencies`, {
      body: { feature: parent.name },
    })
    await seeAll('NO')
    const archived = [parent, child].map(({ name }) => ({ action: 'archiveFeature', feature: name }))
    expect((await ask(archived)).body).toMatchObject({ turnsOff: 1, flagsTouched: 2 })
    const alone = await ask(archived.slice(0, 1))
    expect(alone.status).toBe(403)
  })

  it('looks back as far as one likes', async () => {
    const { name } = await flagWith([strategy()])
    const off = { action: 'updateEnabled', feature: name, payload: { enabled: false } }
    await see('userId=old')
    app.clock.advance(6 * 24 * HOUR_MS)
    await see('userId=mid')
    app.clock.advance(23 * HOUR_MS)
    await see('userId=new')
    const seenIn = async (window: string) => (await radiusOf(off, { window })).seen
    expect([await seenIn('1h'), await seenIn('24h'), await seenIn('7d')]).toEqual([1, 2, 3])
  })

  it('counts only contexts that the project was asked with, once each', async () => {
    const here = await flagWith([strategy()])
    const there = await flagWith([strategy()], 'other')
    await see('userId=1')
    await see('userId=2', tokenOfOther)
    const context = { userId: '1', appName: 'play' }
    const body = { environment: 'development', context }
    await app.call('POST', '/api/admin/playground', { body: { ...body, projects: '*' } })
    await app.call('POST', '/api/admin/playground', { body: { ...body, projects: ['default'] } })
    const off = (feature: string) => ({ action: 'updateEnabled', feature, payload: { enabled: false } })
    expect(await radiusOf(off(here.name))).toMatchObject({ seen: 2, turnsOff: 2 })
    const elsewhere = await app.call('POST', '/api/admin/projects/other/blast-radius', {
      body: { environment: 'development', changes: [off(there.name)] },
    })
    expect(elsewhere.body).toMatchObject({ seen: 2, turnsOff: 2 })
    expect(elsewhere.text).toContain('"userId":"2"')
  })

  it('lets chance decide alike before and after', async () => {
    const random = (rollout: string) => ({
      name: 'flexibleRollout',
      parameters: { rollout, stickiness: 'random', groupId: 'x' },
    })
    const { name, ids } = await flagWith([random('50')])
    for (let user = 0; user < 40; user++) await see(`userId=${user}`)
    const to = (rollout: string) =>
      radiusOf({ action: 'updateStrategy', feature: name, payload: { id: ids[0], ...random(rollout) } })
    expect(await to('50')).toMatchObject({ stays: 40 })
    const more = await to('80')
    expect(more.turnsOff).toBe(0)
    expect(more.turnsOn).toBeGreaterThan(0)
  })

  it('gives samples of all that happens, twenty at most', async () => {
    const { name, ids } = await flagWith([strategy({ constraints: [constraint('NO')] })])
    for (let user = 0; user < 30; user++) await see(`userId=${user}&country=${user < 29 ? 'NO' : 'SE'}`)
    const payload = { id: ids[0], constraints: [constraint('SE')] }
    const { samples } = await radiusOf({ action: 'updateStrategy', feature: name, payload })
    expect(samples).toHaveLength(20)
    expect(samples.filter(({ after }) => after.enabled)).toHaveLength(1)
  })

  it('of a default strategy is that of a flag without one', async () => {
    const { name } = await flagWith([strategy()])
    await seeAll('NO', 'SE')
    const payload = { name: 'flexibleRollout', constraints: [constraint('NO')] }
    const radius = await radiusOf({ action: 'setDefaultStrategy', payload })
    expect(radius).toMatchObject({ seen: 2, turnsOff: 1, stays: 1, isHypothetical: true })
    const more = { action: 'archiveFeature', feature: name }
    expect((await ask([{ action: 'setDefaultStrategy', payload }, more])).status).toBe(400)
  })

  it.each<[string, object, number, string, string | undefined]>([
    [
      'no flag',
      { action: 'archiveFeature', feature: 'nobody' },
      404,
      'There\'s no feature named "nobody" in project "default".',
      undefined,
    ],
    [
      'a kind that nobody knows',
      { action: 'addStrategy', feature: '*', payload: { name: 'dance' } },
      400,
      'Could not find strategy type with name dance',
      '/body/changes/0/payload/name',
    ],
    [
      'a default strategy that cannot be one',
      { action: 'setDefaultStrategy', payload: { name: 'default' } },
      400,
      'Only "flexibleRollout" strategy can be used as a default strategy for an environment',
      '/body/changes/0/payload/name',
    ],
    [
      'no strategy of this flag',
      { action: 'deleteStrategy', feature: '*', payload: { id: 'x' } },
      404,
      'Could not find the strategy that is to be changed',
      undefined,
    ],
  ])('is refused for %s', async (_what, change, status, message, path) => {
    const { name } = await flagWith([strategy()])
    const asked = JSON.parse(JSON.stringify(change).replace('"*"', `"${name}"`)) as object
    const answer = await ask([asked])
    expect(answer.status).toBe(status)
    expect(messageOf(answer.body)).toMatchObject({ message, ...(path ? { path } : {}) })
  })

  it('is refused for places that there are not', async () => {
    const { name } = await flagWith([strategy()])
    const off = { action: 'updateEnabled', feature: name, payload: { enabled: false } }
    const nowhere = await ask([off], { environment: undefined })
    expect(nowhere.status).toBe(400)
    expect(messageOf(nowhere.body)).toMatchObject({ path: '/body/environment' })
    expect((await ask([off], { environment: 'the moon' })).status).toBe(404)
    const path = '/api/admin/projects/nobodys/blast-radius'
    expect(
      (await app.call('POST', path, { body: { environment: 'development', changes: [off] } })).status,
    ).toBe(404)
  })
})

describe('the blast radius of a segment', () => {
  const segment = async (...values: string[]) => {
    const body = { name: `segment-${flags++}`, constraints: [constraint(...values)] }
    const { body: made } = await app.call('POST', '/api/admin/segments', { body })
    return { ...body, id: (made as { id: number }).id }
  }
  const askSegment = (id: number, to: object | null) =>
    app.call('POST', `/api/admin/segments/${id}/blast-radius`, { as: 'viewer', body: { segment: to } })

  it('is that of every flag that uses it, in every project and environment', async () => {
    const { id, name } = await segment('NO', 'SE')
    const here = await flagWith([strategy({ segments: [id] })])
    const there = await flagWith([strategy({ segments: [id], constraints: [constraint('SE')] })], 'other')
    const live = await flagWith([strategy({ segments: [id] })], 'default', 'production')
    await seeAll('NO', 'SE', 'DK')
    await see('userId=9&country=SE', tokenOfOther)
    const context = { userId: '7', appName: 'play', country: 'SE' }
    await app.call('POST', '/api/admin/playground', { body: { environment: 'production', context } })
    const { status, body } = await askSegment(id, { name, constraints: [constraint('NO', 'DK')] })
    expect(status).toBe(200)
    const radius = body as BlastRadius
    expect(radius).toMatchObject({ seen: 5, turnsOn: 1, turnsOff: 3, stays: 1, flagsTouched: 3 })
    const figures = Object.fromEntries(
      radius.flags.map((one) => [`${one.feature} ${one.environment}`, [one.seen, one.turnsOn, one.turnsOff]]),
    )
    expect(figures).toMatchObject({
      [`${here.name} development`]: [3, 1, 1],
      [`${there.name} development`]: [1, 0, 1],
      [`${live.name} production`]: [1, 0, 1],
    })
  })

  it('tells nothing of flags in projects that one does not see', async () => {
    await addProject(app, 'hush')
    const { id, name } = await segment('NO')
    const open = await flagWith([strategy({ segments: [id] })])
    const secret = await flagWith([strategy({ segments: [id] })], 'hush')
    await app.call('PUT', '/api/admin/projects/hush', { body: { name: 'Hush', mode: 'private' } })
    const context = { userId: '7', appName: 'play', country: 'NO' }
    await app.call('POST', '/api/admin/playground', {
      body: { environment: 'development', projects: ['hush'], context },
    })
    await seeAll('NO')
    const { body, text } = await askSegment(id, { name, constraints: [constraint('SE')] })
    expect(body).toMatchObject({ flagsTouched: 1, seen: 1, turnsOff: 1 })
    const refused = await askSegment(id, null)
    expect(refused).toMatchObject({
      status: 409,
      body: { message: `The segment is used by strategies of: ${open.name}, a project you do not see` },
    })
    for (const told of [text, refused.text]) expect(told).not.toMatch(new RegExp(`${secret.name}|hush`))
    const path = '/api/admin/projects/hush/blast-radius'
    const change = { action: 'archiveFeature', feature: secret.name }
    expect((await app.call('POST', path, { as: 'viewer', body: { changes: [change] } })).status).toBe(404)
    expect((await app.call('POST', path, { body: { changes: [change] } })).status).toBe(200)
  })

  it('is refused as the change itself would be', async () => {
    const { id, name } = await segment('NO')
    expect(await askSegment(id, null)).toMatchObject({ status: 200, body: { flagsTouched: 0 } })
    await flagWith([strategy({ segments: [id] })])
    expect((await askSegment(id, null)).status).toBe(409)
    const wrong = await askSegment(id, { name, constraints: [{ ...constraint('x'), operator: 'NUM_EQ' }] })
    expect(wrong.status).toBe(400)
    expect(messageOf(wrong.body)?.path).toMatch(/^\/body\/segment\/constraints\/0/)
    expect((await askSegment(9999, null)).status).toBe(404)
    expect((await app.call('GET', `/api/admin/segments/${id}`)).body).toMatchObject({ name })
  })
})

describe('the blast radius of a segment of the project', () => {
  it('is asked for with the other changes of the project', async () => {
    const body = { name: `segment-${flags++}`, project: 'default', constraints: [constraint('NO')] }
    const { id } = (await app.call('POST', '/api/admin/segments', { body })).body as { id: number }
    await flagWith([strategy({ segments: [id] })])
    await seeAll('NO', 'SE')
    const payload = { ...body, id, constraints: [constraint('SE')] }
    const changed = await ask([{ action: 'updateSegment', payload }], { environment: undefined })
    expect(changed).toMatchObject({ status: 200, body: { turnsOn: 1, turnsOff: 1 } })
    expect((await ask([{ action: 'deleteSegment', payload: { id } }])).status).toBe(409)
  })
})

describe('the blast radius of a change request', () => {
  const production = async () => {
    const context = { userId: '1', appName: 'play', country: 'NO' }
    await app.call('POST', '/api/admin/playground', { body: { environment: 'production', context } })
  }
  const askRequest = (id: number | string, as = 'reviewer') =>
    app.call('GET', `${PROJECT}/change-requests/${id}/blast-radius?window=7d`, { as })

  it('is that of all its changes together', async () => {
    await production()
    const name = await requests.addFlag(`flag-${flags++}`)
    await requests.configure(1)
    const request = await requests.add([
      { action: 'addStrategy', feature: name, payload: strategy({ constraints: [constraint('NO')] }) },
      { action: 'updateEnabled', feature: name, payload: { enabled: true } },
    ])
    expect((await askRequest(request.id)).status).toBe(404) // a draft of somebody else
    await requests.move(request.id, 'In review')
    expect(await askRequest(request.id)).toMatchObject({
      status: 200,
      body: { window: '7d', seen: 1, turnsOn: 1, flags: [{ feature: name, environment: 'production' }] },
    })
    expect((await askRequest('x')).status).toBe(400)
    await app.call('DELETE', `${PROJECT}/features/${name}`)
    expect((await askRequest(request.id)).status).toBe(409)
    await requests.move(request.id, 'Cancelled')
    const closed = await askRequest(request.id)
    expect(closed.status).toBe(400)
    expect(messageOf(closed.body)?.message).toBe('A change request in the state "Cancelled" is closed.')
  })

  it('that archives is looked at in all environments', async () => {
    const { name } = await flagWith([strategy()])
    await seeAll('NO')
    await requests.configure(1)
    const request = await requests.add([{ action: 'archiveFeature', feature: name }])
    await requests.move(request.id, 'In review')
    expect((await askRequest(request.id)).body).toMatchObject({ turnsOff: 1, seen: 1 })
  })
})
