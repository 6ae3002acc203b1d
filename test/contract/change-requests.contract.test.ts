import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import * as contract from '../../src-shared/contract/change-requests.ts'
import type { ChangeRequest } from '../../src-shared/schemas/change-request.ts'
import { operationsOf } from '../support/answer-log.ts'
import { PEOPLE, PROJECT, REQUESTS, requestsOf, type Requests } from '../support/change-requests.ts'
import { addProject } from '../support/projects.ts'
import { startBackend, type TestBackend } from '../support/start-backend.ts'

let app: TestBackend
let requests: Requests
let flag: string
let count = 0

beforeAll(async () => {
  app = await startBackend({ users: PEOPLE })
  requests = requestsOf(app)
  await addProject(app, 'other')
})
beforeEach(async () => {
  await app.backend.store.queries.deleteFrom('change_requests').execute()
  await requests.configure(1)
  flag = await requests.addFlag(`flag-${count++}`)
})
afterAll(async () => {
  app.answers.expectEveryStatus(operationsOf(contract))
  await app.stop()
})

const enable = (enabled = true, feature = flag) => ({
  action: 'updateEnabled',
  feature,
  payload: { enabled },
})
const list = async (path = '', as = 'author') =>
  (await app.call('GET', `${REQUESTS}${path}`, { as })).body as ChangeRequest[]
const messageOf = (body: unknown) =>
  (body as { details: { message: string; path?: string }[] }).details[0] ?? { message: '' }

describe('asking for changes', () => {
  it('makes a draft, with all that belongs to it', async () => {
    const request = await requests.add(enable())
    const author = {
      id: expect.any(Number) as number,
      username: 'author',
      imageUrl: expect.any(String) as string,
    }
    const at = '2026-11-21T12:00:00.000Z'
    expect(request).toEqual({
      id: request.id,
      title: `Change request #${request.id}`,
      project: 'default',
      environment: 'production',
      minApprovals: 1,
      state: 'Draft',
      createdBy: author,
      createdAt: at,
      features: [
        {
          name: flag,
          changes: [
            {
              id: expect.any(Number) as number,
              action: 'updateEnabled',
              payload: { enabled: true },
              createdBy: author,
              createdAt: at,
            },
          ],
          // the flag has no strategy: enabling brings one with it
          defaultChange: { action: 'addStrategy', payload: { name: 'flexibleRollout' } },
        },
      ],
      segments: [],
      approvals: [],
      rejections: [],
      comments: [],
      stateTimestamps: { Draft: at },
    })
    expect(await requests.get(request.id, 'author')).toEqual(request)
  })

  it('adds to the draft that one has there, one for each person and environment', async () => {
    const { id } = await requests.add(enable())
    const more = await requests.add([
      { action: 'addStrategy', feature: flag, payload: { name: 'default' } },
      { action: 'addStrategy', feature: flag, payload: { name: 'default' } },
    ])
    expect([more.id, more.features[0]?.changes.map((change) => change.action)]).toEqual([
      id,
      ['updateEnabled', 'addStrategy', 'addStrategy'],
    ])
    expect((await requests.add(enable(), 'viewer')).id).not.toBe(id)
    await requests.configure(1, 'development')
    expect(((await requests.post(enable(), 'author', 'development')).body as ChangeRequest).id).not.toBe(id)
    await requests.configure(0, 'development')
  })

  it('means what was said last of the same', async () => {
    await requests.add(enable(true))
    const { features } = await requests.add(enable(false))
    expect(features[0]?.changes.map((change) => change.payload)).toEqual([{ enabled: false }])
  })

  it('takes all or nothing', async () => {
    const told = (await requests.events('change-request-created')).length
    const body = [enable(), { action: 'deleteStrategy', feature: flag, payload: { id: 'gone' } }]
    expect(await requests.post(body)).toMatchObject({
      status: 404,
      body: { message: 'Could not find the strategy that is to be changed' },
    })
    expect(await list()).toEqual([])
    expect(await requests.events('change-request-created')).toHaveLength(told)
  })

  it.each([
    ['nothing', [], 400, '/body'],
    ['an unknown kind', { action: 'paint', feature: 'x' }, 400, '/body/action'],
    ['no kind', { feature: 'x' }, 400, '/body/action'],
    ['no flag', { action: 'updateEnabled', payload: { enabled: true } }, 400, '/body/feature'],
    ['another payload', { action: 'updateEnabled', feature: 'x', payload: {} }, 400, '/body/payload/enabled'],
    ['an unknown flag', { action: 'archiveFeature', feature: 'nope' }, 404, undefined],
    [
      'a strategy type that is not there',
      { action: 'addStrategy', feature: 'known', payload: { name: 'nope' } },
      400,
      '/body/payload/name',
    ],
    [
      'a constraint that cannot be',
      [
        {
          action: 'addStrategy',
          feature: 'known',
          payload: {
            name: 'default',
            constraints: [{ contextName: 'userId', operator: 'NUM_GT', value: 'abc' }],
          },
        },
      ],
      400,
      '/body/0/payload/constraints/0',
    ],
    [
      'variants that cannot be shared out',
      {
        action: 'patchVariant',
        feature: 'known',
        payload: { variants: [{ name: 'a', weight: 1, weightType: 'fix' }] },
      },
      400,
      '/body/payload',
    ],
    ['an order of others', { action: 'reorderStrategy', feature: 'known', payload: [{ id: 'x', sortOrder: 1 }] }, 404, undefined],
    ['a parent that is the flag', { action: 'addDependency', feature: 'known', payload: { feature: 'known' } }, 403, undefined],
    ['a segment that is not there', { action: 'deleteSegment', payload: { id: 999 } }, 404, undefined],
  ])('refuses %s', async (_what, body, status, path) => {
    if ((await app.call('GET', `${PROJECT}/features/known`)).status === 404) await requests.addFlag('known')
    const answer = await requests.post(body)
    expect([answer.status, messageOf(answer.body).path]).toEqual([status, path])
    expect(await list()).toEqual([])
  }) // prettier-ignore

  it('is for flags that are not archived, where changes have to be requested', async () => {
    await app.call('DELETE', `${PROJECT}/features/${flag}`)
    expect(await requests.post(enable())).toMatchObject({
      status: 400,
      body: { name: 'ArchivedFeatureError' },
    })
    expect(messageOf((await requests.post(enable(), 'author', 'development')).body).message).toBe(
      'Change requests are not enabled in the environment "development" of this project.',
    )
    const nowhere = await app.call(
      'POST',
      '/api/admin/projects/nope/environments/production/change-requests',
      {
        body: enable(),
      },
    )
    expect(nowhere.status).toBe(404)
  })

  it('is for segments of the project itself', async () => {
    const make = async (name: string, project?: string) =>
      (
        (
          await app.call('POST', '/api/admin/segments', {
            body: { name, constraints: [], ...(project ? { project } : {}) },
          })
        ).body as { id: number }
      ).id
    const own = await make(`own-${flag}`, 'default')
    const global = await make(`global-${flag}`)
    const foreign = await make(`foreign-${flag}`, 'other')
    const update = (id: number, more: object = {}) => ({
      action: 'updateSegment',
      payload: { id, name: `new-${flag}`, constraints: [], ...more },
    })
    const { segments, features } = await requests.add(update(own))
    expect([features, segments]).toMatchObject([
      [],
      [
        {
          action: 'updateSegment',
          name: `new-${flag}`,
          payload: { id: own, snapshot: { name: `own-${flag}` } },
        },
      ],
    ])
    expect((await requests.post(update(global))).status).toBe(404)
    expect((await requests.post({ action: 'deleteSegment', payload: { id: foreign } })).status).toBe(404)
    const moved = await requests.post(update(own, { project: 'other' }))
    expect([moved.status, messageOf(moved.body).path]).toEqual([400, '/body/payload/project'])
    expect((await requests.post(update(own, { name: `global-${flag}` }))).status).toBe(409)
  })

  it.each(['protected', 'private'])('is for members in a project that is %s', async (mode) => {
    const { queries } = app.backend.store
    await queries.updateTable('projects').set({ mode }).where('id', '=', 'default').execute()
    const statuses = []
    // the reviewer holds a role in the project; the Editor holds none
    for (const as of ['author', 'editor', 'reviewer', 'root'])
      statuses.push((await requests.post(enable(), as)).status)
    await queries.updateTable('projects').set({ mode: 'open' }).where('id', '=', 'default').execute()
    expect(statuses).toEqual([403, 403, 200, 200])
  })
})

describe('a project that is no longer open', () => {
  it('lets others cancel what they asked for, and no more than that', async () => {
    const { id, features } = await requests.add(enable())
    const { queries } = app.backend.store
    const setMode = (mode: string) =>
      queries.updateTable('projects').set({ mode }).where('id', '=', 'default').execute()
    await setMode('protected')
    const change = `${REQUESTS}/${id}/changes/${features[0]?.changes[0]?.id}`
    const statuses = [
      (await requests.post(enable(false))).status,
      (await app.call('PUT', change, { body: enable(false), as: 'author' })).status,
      (await app.call('DELETE', change, { as: 'author' })).status,
      (await requests.put(id, 'In review')).status,
      (await requests.put(id, 'Cancelled')).status,
    ]
    await setMode('open')
    expect(statuses).toEqual([403, 403, 403, 403, 200])
  })
})

describe('changing what was asked for', () => {
  const change = (id: number, changeId: number, body: unknown, as = 'author') =>
    app.call('PUT', `${REQUESTS}/${id}/changes/${changeId}`, { body, as })
  const drop = (id: number, changeId: number, as = 'author') =>
    app.call('DELETE', `${REQUESTS}/${id}/changes/${changeId}`, { as })
  const changesOf = (request: ChangeRequest) => request.features.flatMap((one) => one.changes)

  it('replaces a change, which gets a new id', async () => {
    const before = await requests.add(enable(true))
    const [former] = changesOf(before)
    const { status, body } = await change(before.id, former?.id ?? 0, enable(false))
    const [now] = changesOf(body as ChangeRequest)
    expect([status, now?.payload, now?.id === former?.id]).toEqual([200, { enabled: false }, false])
    expect((await change(before.id, former?.id ?? 0, enable())).status).toBe(404)
    expect((await change(before.id, now?.id ?? 0, enable(true, 'nope'))).status).toBe(404)
    expect((await change(before.id, now?.id ?? 0, [])).status).toBe(400)
  })

  it('takes a change out', async () => {
    const request = await requests.add([enable(), { action: 'archiveFeature', feature: flag }])
    const [first] = changesOf(request)
    expect(await drop(request.id, first?.id ?? 0)).toMatchObject({ status: 200, text: '' })
    expect(changesOf(await requests.get(request.id, 'author')).map((one) => one.action)).toEqual([
      'archiveFeature',
    ])
    expect((await drop(request.id, first?.id ?? 0)).status).toBe(404)
    expect((await app.call('DELETE', `${REQUESTS}/x/changes/y`)).status).toBe(400)
    const [event] = await requests.events('change-discarded')
    expect(event).toMatchObject({ createdBy: 'author', data: { changeRequestId: request.id } })
  })

  it.each(['adding', 'editing', 'discarding'])('has it reviewed anew: %s', async (way) => {
    await requests.configure(2)
    const { id, features } = await requests.add([enable(), { action: 'archiveFeature', feature: flag }])
    await requests.move(id, 'In review')
    await requests.move(id, 'Approved', 'reviewer')
    expect((await requests.get(id)).state).toBe('In review')
    await requests.move(id, 'Approved', 'second reviewer')
    expect(await requests.get(id)).toMatchObject({ state: 'Approved', approvals: [{}, {}] })
    const first = features[0]?.changes[0]?.id ?? 0
    const answer =
      way === 'adding'
        ? await requests.post(enable(false))
        : way === 'editing'
          ? await change(id, first, enable(false))
          : await drop(id, first)
    expect(answer.status).toBe(200)
    expect(await requests.get(id)).toMatchObject({ state: 'In review', approvals: [] })
    // who approved what it was may approve what it is
    await requests.move(id, 'Approved', 'reviewer')
  })

  it('is for its author and Admins, while it is not scheduled or closed', async () => {
    const request = await requests.add(enable())
    const [first] = changesOf(request)
    expect((await drop(request.id, first?.id ?? 0, 'root')).status).toBe(404)
    await requests.move(request.id, 'In review')
    expect((await change(request.id, first?.id ?? 0, enable(), 'reviewer')).status).toBe(403)
    expect((await drop(request.id, first?.id ?? 0, 'reviewer')).body).toMatchObject({
      name: 'ForbiddenError',
    })
    expect((await change(request.id, first?.id ?? 0, enable(), 'root')).status).toBe(200)
    const [now] = changesOf(await requests.get(request.id))
    await requests.move(request.id, 'Approved', 'reviewer')
    await requests.move(request.id, 'Scheduled', 'applier', { scheduledAt: '2026-12-01T00:00:00Z' })
    const refused = await change(request.id, now?.id ?? 0, enable())
    expect([refused.status, messageOf(refused.body).message]).toEqual([
      400,
      'The changes of a change request in the state "Scheduled" cannot be changed.',
    ])
    // what is scheduled is done with: the next change is another request
    expect((await requests.add(enable())).id).not.toBe(request.id)
  })
})

describe('change requests', () => {
  it('are seen by everybody, drafts by their author alone', async () => {
    const { id } = await requests.add(enable())
    const seen = async (as: string) => [
      (await app.call('GET', `${REQUESTS}/${id}`, { as })).status,
      (await list('', as)).length,
      (await list(`/pending/${flag}`, as)).length,
    ]
    expect([await seen('author'), await seen('root')]).toEqual([
      [200, 1, 1],
      [404, 0, 0],
    ])
    await requests.move(id, 'In review')
    expect([await seen('author'), await seen('viewer')]).toEqual([
      [200, 1, 1],
      [200, 1, 1],
    ])
  })

  it('are listed the newest first, without their changes', async () => {
    const { id } = await requests.add(enable())
    await requests.move(id, 'Cancelled')
    const second = await requests.add(enable())
    expect((await list()).map((one) => [one.id, one.state, one.features])).toEqual([
      [second.id, 'Draft', [{ name: flag, changes: [] }]],
      [id, 'Cancelled', [{ name: flag, changes: [] }]],
    ])
  })

  it('that are pending are one’s own; those of a flag are everybody’s', async () => {
    const { id } = await requests.add(enable())
    const other = await requests.add(enable(), 'viewer')
    await requests.move(other.id, 'In review', 'viewer')
    for (const path of ['/pending', '/open']) {
      expect((await list(path)).map((one) => [one.id, one.features[0]?.changes.length])).toEqual([[id, 1]])
      expect((await list(path, 'root')).length).toBe(0)
    }
    expect((await list(`/pending/${flag}`)).map((one) => one.id)).toEqual([other.id, id])
    expect(await list('/pending/another-flag')).toEqual([])
    await requests.move(id, 'Cancelled')
    expect((await list(`/pending/${flag}`)).map((one) => one.id)).toEqual([other.id])
  })

  it('are those of a project that is there', async () => {
    for (const path of ['', '/pending', '/open', '/pending/x', '/1'])
      expect([
        path,
        (await app.call('GET', `/api/admin/projects/nope/change-requests${path}`)).status,
      ]).toEqual([path, 404])
    const { id } = await requests.add(enable())
    expect(
      (await app.call('GET', `/api/admin/projects/other/change-requests/${id}`, { as: 'author' })).status,
    ).toBe(404)
    expect((await app.call('GET', `${REQUESTS}/x`)).status).toBe(400)
    expect((await requests.put(id + 1, 'Cancelled')).status).toBe(404)
  })

  it('that are drafts can be discarded by their author', async () => {
    const { id } = await requests.add(enable())
    const discard = (as = 'author') => app.call('DELETE', `${REQUESTS}/${id}`, { as })
    expect((await discard('root')).status).toBe(404)
    await requests.move(id, 'In review')
    expect((await discard()).status).toBe(400)
    await requests.move(id, 'Cancelled')
    const second = await requests.add(enable())
    expect(await app.call('DELETE', `${REQUESTS}/${second.id}`, { as: 'author' })).toMatchObject({
      status: 200,
      text: '',
    })
    expect((await list()).map((one) => one.id)).toEqual([id])
  })

  it('get a title from their author', async () => {
    const { id } = await requests.add(enable())
    const rename = (title: unknown, as = 'author') =>
      app.call('PUT', `${REQUESTS}/${id}/title`, { body: { title }, as })
    expect((await rename('  Black Friday ')).status).toBe(200)
    expect((await requests.get(id, 'author')).title).toBe('Black Friday')
    expect((await rename('   ')).status).toBe(400)
    expect((await rename('x', 'root')).status).toBe(404)
    await requests.move(id, 'In review')
    expect((await rename('x', 'reviewer')).status).toBe(403)
    await requests.move(id, 'Cancelled')
    expect(messageOf((await rename('x')).body).message).toBe(
      'A change request in the state "Cancelled" is closed.',
    )
    expect((await requests.events('change-request-title-updated')).length).toBe(1)
  })

  it('need changes to be reviewed, an approval by each of as many as were asked for', async () => {
    await requests.configure(2)
    const { id, features } = await requests.add(enable())
    const first = features[0]?.changes[0]?.id ?? 0
    await app.call('DELETE', `${REQUESTS}/${id}/changes/${first}`, { as: 'author' })
    expect((await requests.put(id, 'In review')).status).toBe(400)
    await requests.add(enable())
    // the number is that of the time when it was made
    await requests.configure(1)
    await requests.move(id, 'In review', 'author', { comment: 'Please look' })
    expect((await requests.move(id, 'Approved', 'reviewer')).body).toEqual({ state: 'In review' })
    expect(messageOf((await requests.put(id, 'Approved', 'reviewer')).body).message).toBe(
      'You have already approved this change request.',
    )
    expect((await requests.move(id, 'Approved', 'root', { comment: 'Fine' })).body).toEqual({
      state: 'Approved',
    })
    expect(await requests.get(id)).toMatchObject({
      minApprovals: 2,
      approvals: [{ createdBy: { username: 'root' } }, { createdBy: { username: 'reviewer' } }],
      comments: [{ text: 'Please look' }, { text: 'Fine' }],
    })
    const told = await Promise.all(
      ['change-request-approval-added', 'change-request-approved'].map(
        async (type) =>
          (await requests.events(type)).filter(({ data }) => data['changeRequestId'] === id).length,
      ),
    )
    expect(told).toEqual([2, 1])
  })

  it.each([
    [{ state: 'Nowhere' }, '/body/state'],
    [{}, '/body/state'],
    [{ state: 'Scheduled', scheduledAt: 'soon' }, '/body/scheduledAt'],
    [{ state: 'Scheduled' }, '/body/scheduledAt'],
    [{ state: 'Scheduled', scheduledAt: '2026-11-21T12:00:00Z' }, '/body/scheduledAt'],
    [{ state: 'Approved', comment: 'x'.repeat(1001) }, '/body/comment'],
  ])('do not get into the state %j', async (body, path) => {
    const { id } = await requests.add(enable())
    await requests.move(id, 'In review')
    await requests.move(id, 'Approved', 'reviewer')
    const answer = await app.call('PUT', `${REQUESTS}/${id}/state`, { body, as: 'root' })
    expect([answer.status, messageOf(answer.body).path]).toEqual([400, path])
  })

  it('with a conflict say so, and are neither applied nor scheduled', async () => {
    const { id: strategyId } = await requests.addStrategy(flag)
    const { id } = await requests.add({
      action: 'updateStrategy',
      feature: flag,
      payload: { id: strategyId, name: 'default', title: 'new' },
    })
    await requests.move(id, 'In review')
    await requests.move(id, 'Approved', 'reviewer')
    expect((await requests.get(id)).features[0]?.changes[0]).not.toHaveProperty('conflict')
    const strategy = `${PROJECT}/features/${flag}/environments/production/strategies/${strategyId}`
    await app.call('PUT', strategy, { body: { name: 'default', title: 'changed meanwhile' } })
    expect((await requests.get(id)).features[0]?.changes[0]?.conflict).toBe(
      'The strategy has been changed since.',
    )
    for (const more of [{ state: 'Applied' }, { state: 'Scheduled', scheduledAt: '2027-01-01T00:00:00Z' }]) {
      expect(await app.call('PUT', `${REQUESTS}/${id}/state`, { body: more, as: 'root' })).toMatchObject({
        status: 409,
        body: {
          name: 'ConflictError',
          details: [{ message: `${flag}, updateStrategy: The strategy has been changed since.` }],
        },
      })
    }
    await app.call('DELETE', strategy)
    expect((await requests.get(id)).features[0]?.changes[0]?.conflict).toBe('The strategy no longer exists.')
    await app.call('DELETE', `${PROJECT}/features/${flag}`)
    expect((await requests.get(id)).features[0]?.conflict).toBe('The flag is archived.')
    await app.call('DELETE', `/api/admin/archive/${flag}`)
    expect((await requests.get(id)).features[0]?.conflict).toBe('The flag no longer exists.')
    await requests.move(id, 'Cancelled')
    expect((await requests.get(id)).features[0]).not.toHaveProperty('conflict')
  })
})
