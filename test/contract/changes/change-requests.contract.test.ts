import { describe, expect, it } from 'vitest'

import type { ChangeRequest } from '#shared/changes/schemas/change-request.ts'
import { enabling, messageOf, useRequests } from '#support/stages/change-request-stage.ts'
import { PROJECT, REQUESTS } from '#support/stages/change-requests.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { getChangeRequest } from '#shared/changes/contract/change-requests.ts'
import { archiveFeature } from '#shared/flags/contract/features.ts'
import { deleteFeature } from '#shared/flags/contract/archive.ts'

const stage = useRequests()
const enable = (enabled = true, feature = stage.flag) => enabling(feature, enabled)

describe('editing a change request', () => {
  const change = (id: number, changeId: number, body: unknown, as = 'author') =>
    stage.app.call('PUT', `${REQUESTS}/${id}/changes/${changeId}`, { body, as })
  const drop = (id: number, changeId: number, as = 'author') =>
    stage.app.call('DELETE', `${REQUESTS}/${id}/changes/${changeId}`, { as })
  const changesOf = (request: ChangeRequest) => request.features.flatMap((one) => one.changes)

  it('replaces a change, which gets a new id', async () => {
    const before = await stage.requests.add(enable(true))
    const [former] = changesOf(before)
    const { status, body } = await change(before.id, former?.id ?? 0, enable(false))
    const [now] = changesOf(body as ChangeRequest)
    expect([status, now?.payload, now?.id === former?.id]).toEqual([200, { enabled: false }, false])
    expect((await change(before.id, former?.id ?? 0, enable())).status).toBe(404)
    expect((await change(before.id, now?.id ?? 0, enable(true, 'nope'))).status).toBe(404)
    expect((await change(before.id, now?.id ?? 0, [])).status).toBe(400)
  })

  it('removes a change', async () => {
    const request = await stage.requests.add([enable(), { action: 'archiveFeature', feature: stage.flag }])
    const [first] = changesOf(request)
    expect(await drop(request.id, first?.id ?? 0)).toMatchObject({ status: 200, text: '' })
    expect(changesOf(await stage.requests.get(request.id, 'author')).map((one) => one.action)).toEqual([
      'archiveFeature',
    ])
    expect((await drop(request.id, first?.id ?? 0)).status).toBe(404)
    expect((await stage.app.call('DELETE', `${REQUESTS}/x/changes/y`)).status).toBe(400)
    const [event] = await stage.requests.events('change-discarded')
    expect(event).toMatchObject({ createdBy: 'author', data: { changeRequestId: request.id } })
  })

  it.each(['adding', 'editing', 'discarding'])('makes approvals void: %s', async (way) => {
    await stage.requests.configure(2)
    const { id, features } = await stage.requests.add([
      enable(),
      { action: 'archiveFeature', feature: stage.flag },
    ])
    await stage.requests.move(id, 'In review')
    await stage.requests.move(id, 'Approved', 'reviewer')
    expect((await stage.requests.get(id)).state).toBe('In review')
    await stage.requests.move(id, 'Approved', 'second reviewer')
    expect(await stage.requests.get(id)).toMatchObject({ state: 'Approved', approvals: [{}, {}] })
    const first = features[0]?.changes[0]?.id ?? 0
    const answer =
      way === 'adding'
        ? await stage.requests.post(enable(false))
        : way === 'editing'
          ? await change(id, first, enable(false))
          : await drop(id, first)
    expect(answer.status).toBe(200)
    expect(await stage.requests.get(id)).toMatchObject({ state: 'In review', approvals: [] })
    // a reviewer who approved the former state may approve again
    await stage.requests.move(id, 'Approved', 'reviewer')
  })

  it('is for its author and Admins, until it is scheduled or closed', async () => {
    const request = await stage.requests.add(enable())
    const [first] = changesOf(request)
    expect((await drop(request.id, first?.id ?? 0, 'root')).status).toBe(404)
    await stage.requests.move(request.id, 'In review')
    expect((await change(request.id, first?.id ?? 0, enable(), 'reviewer')).status).toBe(403)
    expect((await drop(request.id, first?.id ?? 0, 'reviewer')).body).toMatchObject({
      name: 'ForbiddenError',
    })
    expect((await change(request.id, first?.id ?? 0, enable(), 'root')).status).toBe(200)
    const [now] = changesOf(await stage.requests.get(request.id))
    await stage.requests.move(request.id, 'Approved', 'reviewer')
    await stage.requests.move(request.id, 'Scheduled', 'applier', { scheduledAt: '2026-12-01T00:00:00Z' })
    const refused = await change(request.id, now?.id ?? 0, enable())
    expect([refused.status, messageOf(refused.body).message]).toEqual([
      400,
      'The changes of a change request in the state "Scheduled" cannot be changed.',
    ])
    // a scheduled request is complete: the next change starts a new one
    expect((await stage.requests.add(enable())).id).not.toBe(request.id)
  })
})

describe('a change request', () => {
  it('is rejected for an unknown flag, and for a segment name that is taken', async () => {
    expect((await stage.requests.post(enable(true, 'nope'))).status).toBe(404)
    const [own, taken] = [`own-${stage.flag}`, `taken-${stage.flag}`]
    const ids = []
    for (const name of [own, taken]) {
      const body = { name, project: 'default', constraints: [] }
      ids.push((await stage.app.call(createSegment, { body })).body.id)
    }
    const payload = { id: ids[0], name: taken, constraints: [] }
    expect((await stage.requests.post({ action: 'updateSegment', payload })).status).toBe(409)
    expect(await stage.list()).toEqual([])
  })

  it('is visible to everybody; a draft to its author only', async () => {
    const { id } = await stage.requests.add(enable())
    const seen = async (as: string) => [
      (await stage.app.call('GET', `${REQUESTS}/${id}`, { as })).status,
      (await stage.list('', as)).length,
      (await stage.list(`/pending/${stage.flag}`, as)).length,
    ]
    expect([await seen('author'), await seen('root')]).toEqual([
      [200, 1, 1],
      [404, 0, 0],
    ])
    await stage.requests.move(id, 'In review')
    expect([await seen('author'), await seen('viewer')]).toEqual([
      [200, 1, 1],
      [200, 1, 1],
    ])
  })

  it('is listed newest first, without its changes', async () => {
    const { id } = await stage.requests.add(enable())
    await stage.requests.move(id, 'Cancelled')
    const second = await stage.requests.add(enable())
    expect((await stage.list()).map((one) => [one.id, one.state, one.features])).toEqual([
      [second.id, 'Draft', [{ name: stage.flag, changes: [] }]],
      [id, 'Cancelled', [{ name: stage.flag, changes: [] }]],
    ])
  })

  it('is listed as pending for its author, and for a flag to everybody', async () => {
    const { id } = await stage.requests.add(enable())
    const other = await stage.requests.add(enable(), 'viewer')
    await stage.requests.move(other.id, 'In review', 'viewer')
    for (const path of ['/pending', '/open']) {
      expect((await stage.list(path)).map((one) => [one.id, one.features[0]?.changes.length])).toEqual([
        [id, 1],
      ])
      expect((await stage.list(path, 'root')).length).toBe(0)
    }
    expect((await stage.list(`/pending/${stage.flag}`)).map((one) => one.id)).toEqual([other.id, id])
    expect(await stage.list('/pending/another-flag')).toEqual([])
    await stage.requests.move(id, 'Cancelled')
    expect((await stage.list(`/pending/${stage.flag}`)).map((one) => one.id)).toEqual([other.id])
  })

  it('needs an existing project', async () => {
    for (const path of ['', '/pending', '/open', '/pending/x', '/1'])
      expect([
        path,
        (await stage.app.call('GET', `/api/admin/projects/nope/change-requests${path}`)).status,
      ]).toEqual([path, 404])
    const { id } = await stage.requests.add(enable())
    expect(
      (await stage.app.call(getChangeRequest, { params: { projectId: 'other', id }, as: 'author' })).status,
    ).toBe(404)
    expect((await stage.app.call('GET', `${REQUESTS}/x`)).status).toBe(400)
    expect((await stage.requests.put(id + 1, 'Cancelled')).status).toBe(404)
  })

  it('that is a draft can be discarded by its author', async () => {
    const { id } = await stage.requests.add(enable())
    const discard = (as = 'author') => stage.app.call('DELETE', `${REQUESTS}/${id}`, { as })
    expect((await discard('root')).status).toBe(404)
    await stage.requests.move(id, 'In review')
    expect((await discard()).status).toBe(400)
    await stage.requests.move(id, 'Cancelled')
    const second = await stage.requests.add(enable())
    expect(await stage.app.call('DELETE', `${REQUESTS}/${second.id}`, { as: 'author' })).toMatchObject({
      status: 200,
      text: '',
    })
    expect((await stage.list()).map((one) => one.id)).toEqual([id])
  })

  it('gets a title from its author', async () => {
    const { id } = await stage.requests.add(enable())
    const rename = (title: unknown, as = 'author') =>
      stage.app.call('PUT', `${REQUESTS}/${id}/title`, { body: { title }, as })
    expect((await rename('  Black Friday ')).status).toBe(204)
    expect((await stage.requests.get(id, 'author')).title).toBe('Black Friday')
    expect((await rename('   ')).status).toBe(400)
    expect((await rename('x', 'root')).status).toBe(404)
    await stage.requests.move(id, 'In review')
    expect((await rename('x', 'reviewer')).status).toBe(403)
    await stage.requests.move(id, 'Cancelled')
    expect(messageOf((await rename('x')).body).message).toBe(
      'A change request in the state "Cancelled" is closed.',
    )
    expect((await stage.requests.events('change-request-title-updated')).length).toBe(1)
  })

  it('needs a review and the required number of approvals', async () => {
    await stage.requests.configure(2)
    const { id, features } = await stage.requests.add(enable())
    const first = features[0]?.changes[0]?.id ?? 0
    await stage.app.call('DELETE', `${REQUESTS}/${id}/changes/${first}`, { as: 'author' })
    expect((await stage.requests.put(id, 'In review')).status).toBe(400)
    await stage.requests.add(enable())
    // the number at the time of creation
    await stage.requests.configure(1)
    await stage.requests.move(id, 'In review', 'author', { comment: 'Please look' })
    expect((await stage.requests.move(id, 'Approved', 'reviewer')).body).toMatchObject({
      state: 'In review',
      approvals: [{}],
    })
    expect(messageOf((await stage.requests.put(id, 'Approved', 'reviewer')).body).message).toBe(
      'You have already approved this change request.',
    )
    expect((await stage.requests.move(id, 'Approved', 'root', { comment: 'Fine' })).body).toMatchObject({
      state: 'Approved',
    })
    expect(await stage.requests.get(id)).toMatchObject({
      minApprovals: 2,
      approvals: [{ createdBy: { username: 'root' } }, { createdBy: { username: 'reviewer' } }],
      comments: [{ text: 'Please look' }, { text: 'Fine' }],
    })
    const told = await Promise.all(
      ['change-request-approval-added', 'change-request-approved'].map(
        async (type) =>
          (await stage.requests.events(type)).filter(({ data }) => data?.['changeRequestId'] === id).length,
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
  ])('cannot be moved to the state %j', async (body, path) => {
    const { id } = await stage.requests.add(enable())
    await stage.requests.move(id, 'In review')
    await stage.requests.move(id, 'Approved', 'reviewer')
    const answer = await stage.app.call('PUT', `${REQUESTS}/${id}/state`, { body, as: 'root' })
    expect([answer.status, messageOf(answer.body).path]).toEqual([400, path])
  })

  it('with a conflict shows it, and is neither applied nor scheduled', async () => {
    const { id: strategyId } = await stage.requests.addStrategy(stage.flag)
    const { id } = await stage.requests.add({
      action: 'updateStrategy',
      feature: stage.flag,
      payload: { id: strategyId, name: 'default', title: 'new' },
    })
    await stage.requests.move(id, 'In review')
    await stage.requests.move(id, 'Approved', 'reviewer')
    expect((await stage.requests.get(id)).features[0]?.changes[0]).not.toHaveProperty('conflict')
    const strategy = `${PROJECT}/features/${stage.flag}/environments/production/strategies/${strategyId}`
    await stage.app.call('PUT', strategy, { body: { name: 'default', title: 'changed meanwhile' } })
    expect((await stage.requests.get(id)).features[0]?.changes[0]?.conflict).toBe(
      'The strategy has been changed since.',
    )
    for (const more of [{ state: 'Applied' }, { state: 'Scheduled', scheduledAt: '2027-01-01T00:00:00Z' }]) {
      expect(
        await stage.app.call('PUT', `${REQUESTS}/${id}/state`, { body: more, as: 'root' }),
      ).toMatchObject({
        status: 409,
        body: {
          name: 'ConflictError',
          details: [{ message: `${stage.flag}, updateStrategy: The strategy has been changed since.` }],
        },
      })
    }
    await stage.app.call('DELETE', strategy)
    expect((await stage.requests.get(id)).features[0]?.changes[0]?.conflict).toBe(
      'The strategy no longer exists.',
    )
    await stage.app.call(archiveFeature, { params: { projectId: 'default', featureName: stage.flag } })
    expect((await stage.requests.get(id)).features[0]?.conflict).toBe('The flag is archived.')
    await stage.app.call(deleteFeature, { params: { featureName: stage.flag } })
    expect((await stage.requests.get(id)).features[0]?.conflict).toBe('The flag no longer exists.')
    await stage.requests.move(id, 'Cancelled')
    expect((await stage.requests.get(id)).features[0]).not.toHaveProperty('conflict')
  })
})
