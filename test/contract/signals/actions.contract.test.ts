import { beforeAll, describe, expect, it } from 'vitest'

import type { ActionSet } from '#shared/signals/schemas/action.ts'
import { addServiceAccount, switching } from '#support/stages/actions.ts'
import { createFeature, archiveFeature } from '#shared/flags/contract/features.ts'
import { addTag } from '#shared/flags/contract/feature-tags.ts'
import {
  getProjectActions,
  deleteActions,
  toggleActionSetOn,
  getActionDefinitions,
} from '#shared/signals/contract/actions.ts'
import { getEvents } from '#shared/audit/contract/events.ts'
import {
  createProject,
  archiveProject,
  reviveProject,
  deleteProject,
} from '#shared/projects/contract/project-lifecycle.ts'
import { deleteServiceAccount } from '#shared/access/contract/service-accounts.ts'
import { UNKNOWN, useActionSets } from './action-set-stage.ts'

const ACTIONS = '/api/admin/projects/default/actions'
const AT = '2026-11-21T12:00:00.000Z'
const stage = useActionSets()
const { draft, create, list } = stage
beforeAll(async () => {
  for (const flag of ['second', 'gone'])
    await stage.app.call(createFeature, { params: { projectId: 'default' }, body: { name: flag } })
  await stage.app.call(archiveFeature, { params: { projectId: 'default', featureName: 'gone' } })
  await stage.app.call(addTag, { params: { featureName: 'flag' }, body: { type: 'simple', value: 'a:b' } })
})

const filtered = (payload: object) =>
  draft({ match: { source: 'signal-endpoint', sourceId: stage.endpoint, payload } })
const post = (body: unknown, at = ACTIONS, as?: string) =>
  stage.app.call('POST', at, { body, ...(as ? { as } : {}) })
const problemOf = (body: unknown) => {
  const { details } = body as { details: { message: string; path?: string }[] }
  return [details[0]?.path, details[0]?.message]
}
const lastEvent = async () => {
  const { body } = await stage.app.call(getEvents)
  return body.events[0]
}

describe('creating an action set', () => {
  it('returns it and its location', async () => {
    const match = {
      source: 'signal-endpoint',
      sourceId: stage.endpoint,
      payload: { 'alert.severity': { operator: 'IN', values: ['critical'], inverted: true } },
    }
    const actions = [switching('ON', 'second', 2), switching('OFF', 'flag', 1)]
    const { status, body, headers } = await post(draft({ description: 'Why', match, actions }))
    const { id } = body as ActionSet
    expect([status, headers['location']]).toEqual([201, `actions/${id}`])
    const by = { createdAt: AT, createdByUserId: -42, id: expect.any(Number) as number }
    expect(body).toEqual({
      ...by,
      project: 'default',
      name: stage.name,
      description: 'Why',
      enabled: true,
      match,
      actorId: stage.robot,
      actions: [
        { ...by, ...switching('OFF', 'flag', 1) },
        { ...by, ...switching('ON', 'second', 2) },
      ],
    })
    expect(await list()).toEqual([body])
    expect(await lastEvent()).toMatchObject({
      type: 'actions-created',
      project: 'default',
      data: body as object,
      preData: null,
    })
  })

  it('may omit what has a default', async () => {
    const action = { action: 'TOGGLE_FEATURE_OFF', sortOrder: 1 }
    const executionParams = { environment: 'development', featureName: 'flag' }
    const made = await create({ enabled: false, actions: [{ ...action, executionParams }] })
    expect(made).toMatchObject({
      enabled: false,
      description: null,
      actions: [{ executionParams: { ...executionParams, project: 'default' } }],
    })
  })

  it.each([
    [{ name: '  ' }, '/body/name', 'must'],
    [{ actorId: UNKNOWN }, '/body/actorId', 'Service account with id 9999 does not exist'],
    // a user signs in, and acts
    [{ actorId: 1 }, '/body/actorId', 'Service account with id 1 does not exist'],
    [{ actions: [] }, '/body/actions', 'must'],
    [{ actions: [{ action: 'EXPLODE', sortOrder: 1 }] }, '/body/actions/0/action', 'EXPLODE'],
    [{ actions: [{ ...switching('ON', 'flag'), sortOrder: 0 }] }, '/body/actions/0/sortOrder', 'must'],
    [{ actions: [{ ...switching('ON', 'flag'), sortOrder: 'x' }] }, '/body/actions/0/sortOrder', 'integer'],
    [
      { actions: [switching('ON', 'flag'), switching('ON', ' ', 2)] },
      '/body/actions/1/executionParams/featureName',
      'The action TOGGLE_FEATURE_ON needs the parameter "featureName".',
    ],
    [
      {
        actions: [
          { action: 'TOGGLE_FEATURES_ON_BY_TAG', sortOrder: 1, executionParams: { tag: 'simple:x' } },
        ],
      },
      '/body/actions/0/executionParams/environment',
      'The action TOGGLE_FEATURES_ON_BY_TAG needs the parameter "environment".',
    ],
    [
      {
        actions: [
          {
            action: 'TOGGLE_FEATURES_ON_BY_TAG',
            sortOrder: 1,
            executionParams: { environment: 'development', tag: 'simple' },
          },
        ],
      },
      '/body/actions/0/executionParams/tag',
      'The parameter "tag" must be a type and a value: simple:important.',
    ],
    [
      {
        actions: [
          {
            action: 'TOGGLE_FEATURE_ON',
            sortOrder: 1,
            executionParams: { project: 'other', environment: 'development', featureName: 'flag' },
          },
        ],
      },
      '/body/actions/0/executionParams/project',
      'The actions of project default cannot change project other.',
    ],
  ])('rejects %j', async (rest, path, message) => {
    const { status, body } = await post(draft(rest))
    expect([status, problemOf(body)]).toEqual([400, [path, expect.stringContaining(message)]])
    expect(await list()).toEqual([])
  })

  it.each([
    [{ x: { operator: 'IN', values: [] } }, '/body/match/payload/x', 'must contain at least 1 items'],
    [{ 'a[0].b': { operator: 'NUM_GT', value: 'many' } }, '/body/match/payload/a[0].b', 'must be a number'],
    [{ x: { operator: 'SEMVER_GT', value: 'v1' } }, '/body/match/payload/x', 'not a valid semver'],
    [{ x: { operator: 'NUM_GT' } }, '/body/match/payload/x', 'require a non-empty value'],
    [{ x: { operator: 'DATE_AFTER', value: AT } }, '/body/match/payload/x/operator', 'DATE_AFTER'],
    [{ x: { operator: 'REGEX', value: 'a' } }, '/body/match/payload/x/operator', 'REGEX'],
  ])('rejects the filter %j', async (payload, path, message) => {
    const { status, body } = await post(filtered(payload))
    expect([status, problemOf(body)]).toEqual([400, [path, expect.stringContaining(message)]])
  })

  it('requires an endpoint, an active project, and a unique name there', async () => {
    const elsewhere = draft({ match: { source: 'signal-endpoint', sourceId: UNKNOWN, payload: {} } })
    expect(problemOf((await post(elsewhere)).body)).toEqual([
      '/body/match/sourceId',
      'Signal endpoint with id 9999 does not exist',
    ])
    const nowhere = await post(draft(), '/api/admin/projects/nope/actions')
    expect(nowhere).toMatchObject({ status: 400, body: { name: 'BadDataError' } })
    await create()
    expect(await post(draft())).toMatchObject({
      status: 409,
      body: {
        name: 'NameExistsError',
        message: `There already exists an action set named ${stage.name} in project default`,
      },
    })
    const actions = [
      {
        action: 'TOGGLE_FEATURE_ON',
        sortOrder: 1,
        executionParams: { environment: 'development', featureName: 'flag' },
      },
    ]
    expect((await create({ actions }, 'other')).project).toBe('other')
  })

  it('is limited in every respect', async () => {
    const filters = (n: number) =>
      Object.fromEntries(Array.from({ length: n }, (_, i) => [`p${i}`, { operator: 'NUM_GT', value: '1' }]))
    const values = (n: number) => ({
      x: { operator: 'IN', values: Array.from({ length: n }, (_, i) => `${i}`) },
    })
    const actions = (n: number) => Array.from({ length: n }, (_, i) => switching('ON', 'flag', i + 1))
    const message = (what: string, limit: number) =>
      `Failed to create ${what}. You can't create more than the established limit of ${limit}.`
    const refused = async (body: unknown, text: string) =>
      expect(await post(body)).toMatchObject({
        status: 400,
        body: { name: 'ExceedsLimitError', message: text },
      })
    await refused(filtered(filters(6)), message('filter', 5))
    await refused(filtered(values(26)), message('filter value for x', 25))
    await refused(draft({ actions: actions(11) }), message('action', 10))
    // a repeated value counts once
    const twice = { x: { operator: 'IN', values: [...values(25).x.values, '0'] } }
    expect((await post(filtered({ ...filters(4), ...twice }))).status).toBe(201)
    for (const rest of [1, 2, 3, 4]) await create({ name: `${stage.name}-${rest}`, actions: actions(10) })
    await refused(draft({ name: 'one too many' }), message('action set', 5))
  })

  it('is for Admins; members of its project may read it', async () => {
    expect((await post(draft(), ACTIONS, 'owner')).status).toBe(403)
    const statuses = await Promise.all(
      ['owner', 'viewer'].map(
        async (as) =>
          (await stage.app.call(getProjectActions, { params: { projectId: 'default' }, as })).status,
      ),
    )
    expect(statuses).toEqual([200, 403])
  })
})

describe('changing an action set', () => {
  const put = (id: number | string, body: unknown) => stage.app.call('PUT', `${ACTIONS}/${id}`, { body })

  it('replaces it, except for whether it is on', async () => {
    const before = await create({ description: 'Why', enabled: false })
    const { status, body } = await put(
      before.id,
      draft({ name: 'Renamed', actions: [switching('ON', 'second')] }),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: before.id,
      name: 'Renamed',
      description: null,
      enabled: false,
      actions: [{ action: 'TOGGLE_FEATURE_ON' }],
    })
    expect(await list()).toEqual([body])
    expect(await lastEvent()).toMatchObject({
      type: 'actions-updated',
      data: body as object,
      preData: before,
    })
    expect((await put(before.id, draft({ enabled: true }))).body).toMatchObject({ enabled: true })
  })

  it('is rejected where creating it would be, and changes nothing', async () => {
    const { id } = await create()
    const other = await create({ name: 'Taken' })
    const taken = await put(id, draft({ name: 'Taken' }))
    expect([taken.status, problemOf(taken.body)]).toEqual([
      400,
      ['/body/name', 'There already exists an action set named Taken in project default'],
    ])
    expect((await put(id, draft({ actorId: UNKNOWN }))).status).toBe(400)
    expect((await put(id, {})).status).toBe(400)
    expect((await list()).map((one) => one.name)).toEqual([stage.name, other.name])
  })

  it('requires an existing one in that project', async () => {
    const { id } = await create()
    expect(await put(UNKNOWN, draft())).toMatchObject({
      status: 404,
      body: { message: 'Could not find action set with id 9999' },
    })
    expect((await put('x', draft())).status).toBe(400)
    const elsewhere = `/api/admin/projects/other/actions/${id}`
    expect((await stage.app.call('PUT', elsewhere, { body: draft() })).status).toBe(404)
    expect((await stage.app.call(deleteActions, { params: { projectId: 'other', id } })).status).toBe(404)
  })
})

describe('an action set', () => {
  const turn = (id: number | string, to: string) => stage.app.call('POST', `${ACTIONS}/${id}/${to}`)

  it('is turned off and on', async () => {
    const { id } = await create()
    expect(await turn(id, 'off')).toMatchObject({ status: 200, body: { id, enabled: false } })
    expect(await lastEvent()).toMatchObject({
      type: 'actions-updated',
      data: { enabled: false },
      preData: { enabled: true },
    })
    expect(await turn(id, 'on')).toMatchObject({ status: 200, body: { id, enabled: true } })
    const { id: event } = (await lastEvent()) as { id: number }
    await turn(id, 'on')
    expect(await lastEvent()).toMatchObject({ id: event })
    for (const to of ['on', 'off'])
      expect([(await turn(UNKNOWN, to)).status, (await turn('x', to)).status]).toEqual([404, 400])
  })

  it('is deleted', async () => {
    const set = await create()
    expect(
      await stage.app.call(deleteActions, { params: { projectId: 'default', id: set.id } }),
    ).toMatchObject({
      status: 200,
      text: '',
    })
    expect(await list()).toEqual([])
    expect(await lastEvent()).toMatchObject({
      type: 'actions-deleted',
      data: null,
      preData: { name: stage.name },
    })
    expect(
      (await stage.app.call(deleteActions, { params: { projectId: 'default', id: set.id } })).status,
    ).toBe(404)
    expect((await stage.app.call(deleteActions, { params: { projectId: 'default', id: 'x' } })).status).toBe(
      400,
    )
  })

  it('is turned off with its project, and deleted with it', async () => {
    await stage.app.call(createProject, { body: { id: 'passing', name: 'Passing' } })
    const of = '/api/admin/projects/passing/actions'
    const params = { environment: 'development', featureName: 'flag' }
    const action = { action: 'TOGGLE_FEATURE_ON', sortOrder: 1, executionParams: params }
    const { id } = await create({ actions: [action] }, 'passing')
    expect((await stage.app.call(archiveProject, { params: { projectId: 'passing' } })).status).toBe(200)
    expect(await list('passing')).toMatchObject([{ id, enabled: false }])
    expect((await stage.app.call(toggleActionSetOn, { params: { projectId: 'passing', id } })).status).toBe(
      404,
    )
    expect((await stage.app.call('PUT', `${of}/${id}`, { body: draft({ actions: [action] }) })).status).toBe(
      404,
    )
    expect((await stage.app.call(reviveProject, { params: { projectId: 'passing' } })).status).toBe(200)
    expect(await list('passing')).toMatchObject([{ id, enabled: false }])
    await stage.app.call(deleteProject, { params: { projectId: 'passing' } })
    expect(await list('passing')).toEqual([])
    const rows = await stage.app.backend.store.queries.selectFrom('action_set_actions').selectAll().execute()
    expect(rows).toEqual([])
  })

  it('is turned off when its service account is deleted, and stays off until it has another one', async () => {
    const passing = await addServiceAccount(stage.app, 'passing')
    const { id } = await create({ actorId: passing })
    await stage.app.call(deleteServiceAccount, { params: { id: passing } })
    expect(await list()).toMatchObject([{ id, enabled: false }])
    expect(await turn(id, 'on')).toMatchObject({
      status: 404,
      body: { message: `Service account with id ${passing} does not exist` },
    })
    await stage.app.call('PUT', `${ACTIONS}/${id}`, { body: draft() })
    expect((await turn(id, 'on')).status).toBe(200)
  })
})

describe('the definitions of actions', () => {
  it('contain what each action requires, and the available choices', async () => {
    const { status, body } = await stage.app.call(getActionDefinitions, { params: { projectId: 'default' } })
    expect([status, Object.keys(body)]).toEqual([
      200,
      ['TOGGLE_FEATURE_ON', 'TOGGLE_FEATURE_OFF', 'TOGGLE_FEATURES_ON_BY_TAG', 'TOGGLE_FEATURES_OFF_BY_TAG'],
    ])
    const project = { name: 'project', label: 'Project', type: 'hidden' }
    const environment = {
      name: 'environment',
      label: 'Environment',
      type: 'select',
      options: ['development', 'production'],
    }
    expect(body).toMatchObject({
      TOGGLE_FEATURE_OFF: {
        label: 'Disable flag',
        description: 'Disables a flag in an environment',
        category: 'Feature flags',
        permissions: ['UPDATE_FEATURE_ENVIRONMENT'],
        parameters: [
          project,
          environment,
          { name: 'featureName', label: 'Flag', type: 'select', options: ['flag', 'second'] },
        ],
      },
      TOGGLE_FEATURES_ON_BY_TAG: {
        parameters: [project, environment, { name: 'tag', type: 'select', options: ['simple:a:b'] }],
      },
    })
  })
})
