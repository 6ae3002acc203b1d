import { describe, expect, it } from 'vitest'

import type { BlastRadius } from '#shared/changes/schemas/blast-radius.ts'
import { constraint, messageOf, useBlastRadius, strategy } from '#support/stages/blast-radius.ts'
import { addProject } from '#support/stages/projects.ts'
import { getPlayground } from '#shared/insight/contract/playground.ts'
import { updateProject } from '#shared/projects/contract/project-lifecycle.ts'
import { getSegment } from '#shared/flags/contract/segments.ts'
import { getChangeRequestBlastRadius } from '#shared/changes/contract/blast-radius.ts'
import { archiveFeature } from '#shared/flags/contract/features.ts'

/** Tests queries and errors. For the figures see blast-radius-changes.contract.test.ts. */
const stage = useBlastRadius()

describe('the blast radius of a change', () => {
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
  ])('is rejected for %s', async (_what, change, status, message, path) => {
    const { name } = await stage.flagWith([strategy()])
    const asked = JSON.parse(JSON.stringify(change).replace('"*"', `"${name}"`)) as object
    const answer = await stage.ask([asked])
    expect(answer.status).toBe(status)
    expect(messageOf(answer.body)).toMatchObject({ message, ...(path ? { path } : {}) })
  })

  it('is rejected for unknown projects and environments', async () => {
    const { name } = await stage.flagWith([strategy()])
    const off = { action: 'updateEnabled', feature: name, payload: { enabled: false } }
    const nowhere = await stage.ask([off], { environment: undefined })
    expect(nowhere.status).toBe(400)
    expect(messageOf(nowhere.body)).toMatchObject({ path: '/body/environment' })
    expect((await stage.ask([off], { environment: 'the moon' })).status).toBe(404)
    const path = '/api/admin/projects/nobodys/blast-radius'
    expect(
      (await stage.app.call('POST', path, { body: { environment: 'development', changes: [off] } })).status,
    ).toBe(404)
  })
})

describe('the blast radius of a segment', () => {
  const segment = async (...values: string[]) => {
    const body = { name: stage.nextName('segment'), constraints: [constraint(...values)] }
    const { body: made } = await stage.app.call('POST', '/api/admin/segments', { body })
    return { ...body, id: (made as { id: number }).id }
  }
  const askSegment = (id: number, to: object | null) =>
    stage.app.call('POST', `/api/admin/segments/${id}/blast-radius`, { as: 'viewer', body: { segment: to } })

  it('includes every flag that uses it, in every project and environment', async () => {
    const { id, name } = await segment('NO', 'SE')
    const here = await stage.flagWith([strategy({ segments: [id] })])
    const there = await stage.flagWith(
      [strategy({ segments: [id], constraints: [constraint('SE')] })],
      'other',
    )
    const live = await stage.flagWith([strategy({ segments: [id] })], 'default', 'production')
    await stage.seeAll('NO', 'SE', 'DK')
    await stage.see('userId=9&country=SE', stage.tokenOfOther)
    const context = { userId: '7', appName: 'play', country: 'SE' }
    await stage.app.call(getPlayground, { body: { environment: 'production', context } })
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

  it('omits flags in projects that the caller cannot see', async () => {
    await addProject(stage.app, 'hush')
    const { id, name } = await segment('NO')
    const open = await stage.flagWith([strategy({ segments: [id] })])
    const secret = await stage.flagWith([strategy({ segments: [id] })], 'hush')
    await stage.app.call(updateProject, {
      params: { projectId: 'hush' },
      body: { name: 'Hush', mode: 'private' },
    })
    const context = { userId: '7', appName: 'play', country: 'NO' }
    await stage.app.call(getPlayground, { body: { environment: 'development', projects: ['hush'], context } })
    await stage.seeAll('NO')
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
    expect((await stage.app.call('POST', path, { as: 'viewer', body: { changes: [change] } })).status).toBe(
      404,
    )
    expect((await stage.app.call('POST', path, { body: { changes: [change] } })).status).toBe(200)
  })

  it('is rejected where the change itself would be', async () => {
    const { id, name } = await segment('NO')
    expect(await askSegment(id, null)).toMatchObject({ status: 200, body: { flagsTouched: 0 } })
    await stage.flagWith([strategy({ segments: [id] })])
    expect((await askSegment(id, null)).status).toBe(409)
    const wrong = await askSegment(id, { name, constraints: [{ ...constraint('x'), operator: 'NUM_EQ' }] })
    expect(wrong.status).toBe(400)
    expect(messageOf(wrong.body)?.path).toMatch(/^\/body\/segment\/constraints\/0/)
    expect((await askSegment(9999, null)).status).toBe(404)
    expect((await stage.app.call(getSegment, { params: { id } })).body).toMatchObject({ name })
  })
})

describe('the blast radius of a segment of the project', () => {
  it('is requested with the other changes of the project', async () => {
    const body = { name: stage.nextName('segment'), project: 'default', constraints: [constraint('NO')] }
    const { id } = (await stage.app.call('POST', '/api/admin/segments', { body })).body as { id: number }
    await stage.flagWith([strategy({ segments: [id] })])
    await stage.seeAll('NO', 'SE')
    const payload = { ...body, id, constraints: [constraint('SE')] }
    const changed = await stage.ask([{ action: 'updateSegment', payload }], { environment: undefined })
    expect(changed).toMatchObject({ status: 200, body: { turnsOn: 1, turnsOff: 1 } })
    expect((await stage.ask([{ action: 'deleteSegment', payload: { id } }])).status).toBe(409)
  })
})

describe('the blast radius of a change request', () => {
  const production = async () => {
    const context = { userId: '1', appName: 'play', country: 'NO' }
    await stage.app.call(getPlayground, { body: { environment: 'production', context } })
  }
  const askRequest = (id: number | string, as = 'reviewer') =>
    stage.app.call(getChangeRequestBlastRadius, {
      params: { projectId: 'default', id },
      query: { window: '7d' },
      as,
    })

  it('is that of all its changes together', async () => {
    await production()
    const name = await stage.requests.addFlag(stage.nextName('flag'))
    await stage.requests.configure(1)
    const request = await stage.requests.add([
      { action: 'addStrategy', feature: name, payload: strategy({ constraints: [constraint('NO')] }) },
      { action: 'updateEnabled', feature: name, payload: { enabled: true } },
    ])
    expect((await askRequest(request.id)).status).toBe(404) // a draft of another user
    await stage.requests.move(request.id, 'In review')
    expect(await askRequest(request.id)).toMatchObject({
      status: 200,
      body: { window: '7d', seen: 1, turnsOn: 1, flags: [{ feature: name, environment: 'production' }] },
    })
    expect((await askRequest('x')).status).toBe(400)
    await stage.app.call(archiveFeature, { params: { projectId: 'default', featureName: name } })
    expect((await askRequest(request.id)).status).toBe(409)
    await stage.requests.move(request.id, 'Cancelled')
    const closed = await askRequest(request.id)
    expect(closed.status).toBe(400)
    expect(messageOf(closed.body)?.message).toBe('A change request in the state "Cancelled" is closed.')
  })

  it('with an archived flag covers all environments', async () => {
    const { name } = await stage.flagWith([strategy()])
    await stage.seeAll('NO')
    await stage.requests.configure(1)
    const request = await stage.requests.add([{ action: 'archiveFeature', feature: name }])
    await stage.requests.move(request.id, 'In review')
    expect((await askRequest(request.id)).body).toMatchObject({ turnsOff: 1, seen: 1 })
  })
})
