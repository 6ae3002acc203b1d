import { describe, expect, it } from 'vitest'

import type { ChangeRequest } from '#shared/changes/schemas/change-request.ts'
import { enabling, useRequests } from '#support/stages/change-request-stage.ts'
import { PROJECT, REQUESTS } from '#support/stages/change-requests.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { getFeatureEnvironment } from '#shared/flags/contract/feature-environments.ts'

const stage = useRequests()
const NEW = `${PROJECT}/environments/production/change-requests/new`
const post = async (path: string, body: unknown, as = 'author', status = 200) => {
  const answer = await stage.app.call('POST', path, { as, body })
  expect([answer.status, status === answer.status ? '' : answer.text]).toEqual([status, ''])
  return answer.body as ChangeRequest
}
const archiving = (feature = stage.flag) => ({ action: 'archiveFeature', feature })
const changesOf = (request: ChangeRequest) =>
  request.features.flatMap(({ changes }) => changes.map(({ action }) => action))

describe('a requested change', () => {
  it('starts a new request beside pending ones, which stay unchanged', async () => {
    const approved = await stage.requests.add(enabling(stage.flag, true))
    await stage.requests.move(approved.id, 'In review', 'author')
    await stage.requests.move(approved.id, 'Approved', 'reviewer')
    const another = await post(NEW, archiving())
    expect(another).toMatchObject({ state: 'Draft', createdBy: { username: 'author' } })
    expect(another.id).not.toBe(approved.id)
    const kept = await stage.requests.get(approved.id, 'author')
    expect([kept.state, kept.approvals.length, changesOf(kept)]).toEqual(['Approved', 1, ['updateEnabled']])
    expect((await stage.list('/pending')).map(({ id }) => id)).toEqual([another.id, approved.id])
  })

  it('joins the chosen request, whose approvals are then void', async () => {
    const approved = await stage.requests.add(enabling(stage.flag, true))
    await stage.requests.move(approved.id, 'In review', 'author')
    await stage.requests.move(approved.id, 'Approved', 'reviewer')
    await post(NEW, archiving())
    const joined = await post(`${REQUESTS}/${approved.id}/changes`, [archiving()])
    expect([joined.id, joined.state, joined.approvals]).toEqual([approved.id, 'In review', []])
    expect(changesOf(joined)).toEqual(['updateEnabled', 'archiveFeature'])
  })

  it('joins over HTTP the pending request that loses the fewest approvals', async () => {
    const approved = await stage.requests.add(enabling(stage.flag, true))
    await stage.requests.move(approved.id, 'In review', 'author')
    await stage.requests.move(approved.id, 'Approved', 'reviewer')
    const reviewed = await post(NEW, enabling(stage.flag, true))
    await stage.requests.move(reviewed.id, 'In review', 'author')
    expect((await stage.requests.add(archiving())).id).toBe(reviewed.id)
    const draft = await post(NEW, enabling(stage.flag, true))
    expect((await stage.requests.add(archiving())).id).toBe(draft.id)
    expect((await stage.requests.get(approved.id, 'author')).state).toBe('Approved')
  })

  it('joins no request of another user, no scheduled or closed one, and none of another project', async () => {
    const { id } = await stage.requests.add(enabling(stage.flag, true))
    await post(`${REQUESTS}/${id}/changes`, archiving(), 'reviewer', 404)
    await stage.requests.move(id, 'In review', 'author')
    await post(`${REQUESTS}/${id}/changes`, archiving(), 'reviewer', 403)
    await post(`/api/admin/projects/other/change-requests/${id}/changes`, archiving(), 'author', 404)
    await stage.requests.move(id, 'Cancelled', 'author')
    await post(`${REQUESTS}/${id}/changes`, archiving(), 'author', 400)
  })

  it('is rejected where a segment would get the name of another, in either case', async () => {
    const [own, taken] = [`own-${stage.flag}`, `taken-${stage.flag}`]
    const ids: number[] = []
    for (const name of [own, taken]) {
      const body = { name, project: 'default', constraints: [] }
      ids.push((await stage.app.call(createSegment, { body })).body.id)
    }
    const renaming = { action: 'updateSegment', payload: { id: ids[0], name: taken, constraints: [] } }
    await post(NEW, renaming, 'author', 409)
    const { id } = await stage.requests.add(enabling(stage.flag, true))
    await post(`${REQUESTS}/${id}/changes`, renaming, 'author', 409)
  })

  it('is rejected where change requests are off', async () => {
    await post(`${PROJECT}/environments/development/change-requests/new`, archiving(), 'author', 400)
  })
})

describe('an Admin, who could bypass change requests,', () => {
  it('requests a change instead; another user approves, and it is applied', async () => {
    const { id } = await post(NEW, enabling(stage.flag, true), 'root')
    await stage.requests.move(id, 'In review', 'root')
    await stage.requests.move(id, 'Approved', 'reviewer')
    await stage.requests.move(id, 'Applied', 'root')
    expect((await stage.requests.get(id)).state).toBe('Applied')
    const { body } = await stage.app.call(getFeatureEnvironment, {
      params: { projectId: 'default', featureName: stage.flag, environment: 'production' },
    })
    expect(body.enabled).toBe(true)
  })
})
