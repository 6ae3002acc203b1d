import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { deleteFeature } from '#shared/flags/contract/archive.ts'
import { archiveFeature } from '#shared/flags/contract/features.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import {
  createExpectation,
  deleteExpectation,
  getExpectations,
  runExpectations,
  updateExpectation,
} from '#shared/insight/contract/expectations.ts'
import { explainFlagWithPost } from '#shared/insight/contract/explain.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { giveAccess, userIdOf } from '#support/stages/access.ts'
import { addProject } from '#support/stages/projects.ts'
import { releasesOf, type Releases } from '#support/stages/releases.ts'

let app: TestBackend
let releases: Releases
beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'ann', roles: ['Admin'] },
      { username: 'ed', roles: ['Editor'] },
      { username: 'vera', roles: ['Viewer'] },
    ],
  })
  releases = releasesOf(app)
  for (const name of ['checkout', 'search']) await releases.addFlag(name)
  await app.call(addFeatureStrategy, {
    params: { projectId: 'default', featureName: 'checkout', environment: 'development' },
    body: {
      name: 'flexibleRollout',
      title: 'Nordic',
      constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
    },
  })
  await releases.on('checkout')
})
afterAll(() => app.stop())

const ofCheckout = (country: string, enabled = true) => ({
  flag: 'checkout',
  environment: 'development',
  contexts: [{ userId: '7', country }],
  expect: { enabled },
})
const maySegments = { access: { user: 'vera' }, permission: 'CREATE_SEGMENT', allowed: true } as const
const create = (body: object, as = 'ed') => app.call(createExpectation, { body, as })
const list = async (as = 'ann', query = {}) => (await app.call(getExpectations, { query, as })).body
const run = async (body: object = {}, as = 'ann') => {
  const answer = await app.call(runExpectations, { body, as })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const undoNewest = async () => {
  const [newest] = await readEventLog(app, { limit: '1' })
  return app.call('POST', `/api/admin/undo/${newest?.id}`, { as: 'ann', body: { scope: 'write' } })
}

describe('the expectations of an instance', () => {
  it('are created, run, changed and deleted, and each is undone', async () => {
    const created = await create({ name: 'Norway has it', ...ofCheckout('NO') })
    expect([created.status, created.body.createdBy]).toEqual([201, 'ed'])
    expect(await run()).toEqual({
      passed: 1,
      failed: 0,
      results: [
        {
          name: 'Norway has it',
          flag: 'checkout',
          environment: 'development',
          passed: true,
          message: 'on',
          explanation: [],
        },
      ],
    })
    const params = { name: 'Norway has it' }
    await app.call(updateExpectation, { params, body: ofCheckout('DK'), as: 'ed' })
    expect(await run()).toMatchObject({
      failed: 1,
      results: [
        {
          message: 'expected on, is off for userId=7 country=DK',
          explanation: [
            'Off: its strategy did not match.',
            '“Nordic”: a constraint did not hold, country is “DK”.',
          ],
          context: { userId: '7', country: 'DK' },
        },
      ],
    })
    expect((await undoNewest()).status).toBe(200)
    expect((await run()).failed).toBe(0)
    expect((await app.call(deleteExpectation, { params, as: 'ed' })).status).toBe(204)
    expect((await list()).total).toBe(0)
    const { status, text } = await undoNewest()
    expect(status, text).toBe(200)
    const { createdAt, createdBy } = (await list()).expectations[0] ?? {}
    expect({ createdAt, createdBy }).toEqual({ createdAt: created.body.createdAt, createdBy: 'ed' })
    const types = (await readEventLog(app, { limit: '20' })).map(({ type }) => type)
    expect(types).toEqual(
      expect.arrayContaining(['expectation-created', 'expectation-updated', 'expectation-deleted']),
    )
    await app.call(deleteExpectation, { params })
  })

  it('get a name of what they are about, which is taken once', async () => {
    const { body } = await create(ofCheckout('SE', false))
    expect(body.name).toBe('checkout in development for userId=7 country=SE')
    expect((await create(ofCheckout('SE'))).status).toBe(409)
    await app.call(deleteExpectation, { params: { name: body.name } })
  })

  it('fail once what explain says is another result', async () => {
    const place = { flag: 'checkout', environment: 'development' }
    for (const country of ['NO', 'DK']) {
      const context = { userId: '7', country }
      const { body } = await app.call(explainFlagWithPost, { body: { ...place, context } })
      const { enabled, reason, variant } = body
      const expected = { enabled, reason, variant: variant.name }
      const one = { ...place, contexts: [context], expect: expected }
      expect((await run({ expectations: [one] })).failed, country).toBe(0)
      await releases.off('checkout')
      const { failed, results } = await run({ expectations: [one] })
      expect([failed, results[0]?.explanation]).toEqual([1, ['Off: it is disabled in this environment.']])
      await releases.on('checkout')
    }
  })

  it('are listed by flag and project, in pages', async () => {
    await create(ofCheckout('NO'))
    await create({ ...ofCheckout('NO'), flag: 'search' })
    const names = async (query: object) => {
      const { expectations, total } = await list('ann', query)
      return [total, expectations.map(({ flag }) => flag)]
    }
    expect(await names({ flag: 'search' })).toEqual([1, ['search']])
    expect(await names({ project: 'default', limit: '1', offset: '1' })).toEqual([2, ['search']])
    expect((await run({ flag: 'search' })).results.map(({ flag }) => flag)).toEqual(['search'])
    for (const { name } of (await list()).expectations)
      await app.call(deleteExpectation, { params: { name } })
  })

  it('outlive their flag, whose deletion is undone without them', async () => {
    await releases.addFlag('brief')
    const { body } = await create({ flag: 'brief', environment: 'development', expect: { enabled: false } })
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'brief' } })
    expect((await run()).failed).toBe(0)
    await app.call(deleteFeature, { params: { featureName: 'brief' } })
    const params = { name: body.name }
    expect((await app.call(deleteExpectation, { params, as: 'ed' })).status).toBe(403)
    expect((await app.call(deleteExpectation, { params, as: 'ann' })).status).toBe(204)
  })
})

describe('a request about expectations', () => {
  it.each([
    [{ ...ofCheckout('NO'), flag: 'nowhere' }, '/body/flag'],
    [{ ...ofCheckout('NO'), environment: 'nowhere' }, '/body/environment'],
    [{ ...ofCheckout('NO'), expect: { enabled: true, share: 10 } }, '/body/expect/share'],
    [{ ...ofCheckout('NO'), name: '\ud800' }, '/body/name'],
    [{ ...maySegments, permission: 'UPDATE_FEATURE', project: 'nowhere' }, '/body/project'],
  ])('that does not fit is refused with its field: %j', async (body, path) => {
    const { status, body: error } = await create(body, 'ann')
    expect([status, error]).toMatchObject([400, { details: [{ path }] }])
  })

  it('that evaluates too much is refused before it begins', async () => {
    const one = { ...ofCheckout('NO'), contexts: undefined, users: { count: 10_000 } }
    const expectations = Array.from({ length: 201 }, () => one)
    const { status, text } = await app.call(runExpectations, { body: { expectations } })
    expect([status, text]).toEqual([400, expect.stringContaining('at most 2000000')])
  })

  it('needs the right to change the flag, and ADMIN for access', async () => {
    expect((await create(ofCheckout('NO'), 'vera')).status).toBe(403)
    expect((await create(maySegments, 'ed')).status).toBe(403)
    const { body } = await create(maySegments, 'ann')
    expect(body.name).toBe('user vera: CREATE_SEGMENT')
    const params = { name: body.name }
    expect((await list('ed')).total).toBe(0)
    expect((await run({}, 'ed')).results).toEqual([])
    expect((await app.call(deleteExpectation, { params, as: 'ed' })).status).toBe(404)
    expect(
      (await app.call(runExpectations, { body: { expectations: [maySegments] }, as: 'ed' })).status,
    ).toBe(403)
    expect(await run()).toMatchObject({
      failed: 1,
      results: [
        { explanation: expect.arrayContaining(['Viewer: does not hold the permission.']) as string[] },
      ],
    })
    await app.call(deleteExpectation, { params })
  })

  it('tells nothing of a private project', async () => {
    await addProject(app, 'secret')
    await app.call('POST', '/api/admin/projects/secret/features', { body: { name: 'hidden' } })
    const one = { flag: 'hidden', environment: 'development', expect: { enabled: true } }
    const { body } = await create(one, 'ann')
    await app.call('PUT', '/api/admin/projects/secret/settings', { body: { mode: 'private' } })
    expect((await list('ann')).total).toBe(1)
    expect((await list('vera')).total).toBe(0)
    expect((await run({}, 'vera')).results).toEqual([])
    // as one of a flag that is not there
    const explanation = async (flag: string) =>
      (await run({ expectations: [{ ...one, flag }] }, 'vera')).results[0]?.explanation
    expect(await explanation('hidden')).toEqual(await explanation('nosuch'))
    await app.call(deleteExpectation, { params: { name: body.name } })
  })
})

describe('an expectation of access', () => {
  it('follows the roles of today', async () => {
    const one = {
      access: { user: 'vera' },
      permission: 'UPDATE_FEATURE',
      project: 'default',
      allowed: true,
    }
    expect((await run({ expectations: [one] })).failed).toBe(1)
    await giveAccess(app, 'default', { users: [await userIdOf(app, 'vera')], roles: [5] })
    expect((await run({ expectations: [one] })).failed).toBe(0)
  })
})
