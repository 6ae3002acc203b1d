import { describe, expect, it } from 'vitest'

import type { ChangeRequest } from '#shared/changes/schemas/change-request.ts'
import { enabling, messageOf, useRequests } from '#support/stages/change-request-stage.ts'
import { REQUESTS } from '#support/stages/change-requests.ts'
import { getFeature, archiveFeature } from '#shared/flags/contract/features.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'

const stage = useRequests()
const enable = (enabled = true, feature = stage.flag) => enabling(feature, enabled)

describe('requesting a change', () => {
  it('creates a draft with all its properties', async () => {
    const request = await stage.requests.add(enable())
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
          name: stage.flag,
          changes: [
            {
              id: expect.any(Number) as number,
              action: 'updateEnabled',
              payload: { enabled: true },
              createdBy: author,
              createdAt: at,
            },
          ],
          // the flag has no strategy, so enabling it adds one
          defaultChange: { action: 'addStrategy', payload: { name: 'flexibleRollout' } },
        },
      ],
      segments: [],
      approvals: [],
      rejections: [],
      comments: [],
      stateTimestamps: { Draft: at },
    })
    expect(await stage.requests.get(request.id, 'author')).toEqual(request)
  })

  it('adds to the caller’s own draft, one for each user and environment', async () => {
    const { id } = await stage.requests.add(enable())
    const more = await stage.requests.add([
      { action: 'addStrategy', feature: stage.flag, payload: { name: 'default' } },
      { action: 'addStrategy', feature: stage.flag, payload: { name: 'default' } },
    ])
    expect([more.id, more.features[0]?.changes.map((change) => change.action)]).toEqual([
      id,
      ['updateEnabled', 'addStrategy', 'addStrategy'],
    ])
    expect((await stage.requests.add(enable(), 'viewer')).id).not.toBe(id)
    await stage.requests.configure(1, 'development')
    expect(
      ((await stage.requests.post(enable(), 'author', 'development')).body as ChangeRequest).id,
    ).not.toBe(id)
    await stage.requests.configure(0, 'development')
  })

  it('replaces an earlier change of the same kind', async () => {
    await stage.requests.add(enable(true))
    const { features } = await stage.requests.add(enable(false))
    expect(features[0]?.changes.map((change) => change.payload)).toEqual([{ enabled: false }])
  })

  it('accepts all changes or none', async () => {
    const told = (await stage.requests.events('change-request-created')).length
    const body = [enable(), { action: 'deleteStrategy', feature: stage.flag, payload: { id: 'gone' } }]
    expect(await stage.requests.post(body)).toMatchObject({
      status: 404,
      body: { message: 'Could not find the strategy that is to be changed' },
    })
    expect(await stage.list()).toEqual([])
    expect(await stage.requests.events('change-request-created')).toHaveLength(told)
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
  ])('rejects %s', async (_what, body, status, path) => {
    if ((await stage.app.call(getFeature, { params: { projectId: 'default', featureName: 'known' } })).status === 404) await stage.requests.addFlag('known')
    const answer = await stage.requests.post(body)
    expect([answer.status, messageOf(answer.body).path]).toEqual([status, path])
    expect(await stage.list()).toEqual([])
  }) // prettier-ignore

  it('is for flags that are not archived, where changes need approval', async () => {
    await stage.app.call(archiveFeature, { params: { projectId: 'default', featureName: stage.flag } })
    expect(await stage.requests.post(enable())).toMatchObject({
      status: 400,
      body: { name: 'ArchivedFeatureError' },
    })
    expect(messageOf((await stage.requests.post(enable(), 'author', 'development')).body).message).toBe(
      'Change requests are not enabled in the environment "development" of this project.',
    )
    const nowhere = await stage.app.call(
      'POST',
      '/api/admin/projects/nope/environments/production/change-requests',
      {
        body: enable(),
      },
    )
    expect(nowhere.status).toBe(404)
  })

  it('is for segments of the same project', async () => {
    const make = async (name: string, project?: string) =>
      (
        await stage.app.call(createSegment, {
          body: { name, constraints: [], ...(project ? { project } : {}) },
        })
      ).body.id
    const own = await make(`own-${stage.flag}`, 'default')
    const global = await make(`global-${stage.flag}`)
    const foreign = await make(`foreign-${stage.flag}`, 'other')
    const update = (id: number, more: object = {}) => ({
      action: 'updateSegment',
      payload: { id, name: `new-${stage.flag}`, constraints: [], ...more },
    })
    const { segments, features } = await stage.requests.add(update(own))
    expect([features, segments]).toMatchObject([
      [],
      [
        {
          action: 'updateSegment',
          name: `new-${stage.flag}`,
          payload: { id: own, snapshot: { name: `own-${stage.flag}` } },
        },
      ],
    ])
    expect((await stage.requests.post(update(global))).status).toBe(404)
    expect((await stage.requests.post({ action: 'deleteSegment', payload: { id: foreign } })).status).toBe(
      404,
    )
    const moved = await stage.requests.post(update(own, { project: 'other' }))
    expect([moved.status, messageOf(moved.body).path]).toEqual([400, '/body/payload/project'])
    expect((await stage.requests.post(update(own, { name: `global-${stage.flag}` }))).status).toBe(409)
  })

  it.each(['protected', 'private'] as const)('is for members in a project that is %s', async (mode) => {
    const { queries } = stage.app.backend.store
    await queries.updateTable('projects').set({ mode }).where('id', '=', 'default').execute()
    const statuses = []
    // the reviewer holds a role in the project; the Editor holds none
    for (const as of ['author', 'editor', 'reviewer', 'root'])
      statuses.push((await stage.requests.post(enable(), as)).status)
    await queries.updateTable('projects').set({ mode: 'open' }).where('id', '=', 'default').execute()
    expect(statuses).toEqual([403, 403, 200, 200])
  })
})

describe('a project that was made protected', () => {
  it('lets other users cancel their own requests, and nothing else', async () => {
    const { id, features } = await stage.requests.add(enable())
    const { queries } = stage.app.backend.store
    const setMode = (mode: 'open' | 'protected') =>
      queries.updateTable('projects').set({ mode }).where('id', '=', 'default').execute()
    await setMode('protected')
    const change = `${REQUESTS}/${id}/changes/${features[0]?.changes[0]?.id}`
    const statuses = [
      (await stage.requests.post(enable(false))).status,
      (await stage.app.call('PUT', change, { body: enable(false), as: 'author' })).status,
      (await stage.app.call('DELETE', change, { as: 'author' })).status,
      (await stage.requests.put(id, 'In review')).status,
      (await stage.requests.put(id, 'Cancelled')).status,
    ]
    await setMode('open')
    expect(statuses).toEqual([403, 403, 403, 403, 200])
  })
})
