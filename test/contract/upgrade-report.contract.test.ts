import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import * as contract from '../../src-shared/contract/upgrade-report.ts'
import type { UpgradeReport } from '../../src-shared/schemas/upgrade-report.ts'
import { operationsOf } from '../support/answer-log.ts'
import { ADMIN, BACKEND, FRONTEND, startBackend, type TestBackend } from '../support/start-backend.ts'

const PATH = '/api/admin/upgrade-report'

let app: TestBackend
beforeAll(async () => {
  app = await startBackend({ users: [{ username: 'viewer', roles: ['Viewer'] }] })
})
afterAll(async () => {
  app.answers.expectEveryStatus(operationsOf(contract))
  await app.stop()
})

const report = async () => (await app.call('GET', PATH)).body as UpgradeReport
const entry = async (call: string) => (await report()).calls.find((one) => one.call === call)

describe('the upgrade report', () => {
  it('is empty as long as every call is as good in later versions', async () => {
    await app.call('GET', '/api/admin/projects')
    await app.call('GET', '/api/client/features', { token: BACKEND })
    await app.call('GET', '/api/frontend', { token: FRONTEND })
    await app.call('GET', '/api/admin/nothing-like-that')
    expect(await report()).toEqual({ contractVersion: '7.6.5', calls: [] })
  })

  it('names who calls what was removed, how often, and what takes its place', async () => {
    const headers = { 'unleash-appname': 'cleaner', 'unleash-sdk': 'scripts:1.2.3' }
    for (let times = 0; times < 3; times++)
      expect((await app.call('GET', '/api/admin/archive/features/default', { headers })).status).toBe(404)
    await app.call('GET', '/api/admin/archive/features/other', { as: 'viewer', headers: {} })
    const found = await entry('GET /api/admin/archive/features/{projectId}')
    expect(found).toMatchObject({
      verdict: 'removed',
      version: '7.0.0',
      deprecated: ['4.11.0'],
      replacement: '/api/admin/search/features?project=IS:{projectId}&archived=IS:true',
      callers: [
        { kind: 'admin-token', appName: 'cleaner', sdk: 'scripts:1.2.3', count: 3 },
        { name: 'viewer', kind: 'user', appName: null, count: 1 },
      ],
    })
  })

  it('names who calls what never was below /api', async () => {
    expect((await app.call('POST', '/edge/metrics', { token: BACKEND, body: {} })).status).toBe(404)
    expect(await entry('POST /edge/metrics')).toMatchObject({
      verdict: 'removed',
      version: '6.0.0',
      callers: [{ kind: 'backend-token', count: 1 }],
    })
  })

  it('names who uses what is deprecated here', async () => {
    await app.call('GET', '/api/admin/projects/default/health-report')
    expect(await entry('GET /api/admin/projects/{projectId}/health-report')).toMatchObject({
      verdict: 'deprecated',
      deprecated: ['6.6.0'],
      replacement: '/api/admin/projects/{projectId}/overview',
    })
  })

  it('names who comes with a kind of token that version 8 refuses', async () => {
    expect((await app.call('GET', '/api/client/features', { token: ADMIN })).status).toBe(200)
    expect(
      await entry('The client API takes backend tokens only, the frontend API frontend tokens only'),
    ).toMatchObject({
      verdict: 'removed later',
      version: '8.0.0',
      callers: [{ kind: 'admin-token', count: 1 }],
    })
  })

  it('names what a later version removes', async () => {
    await app.call('POST', '/api/client/metrics/custom', { token: BACKEND, body: { metrics: [] } })
    expect(await entry('POST /api/client/metrics/custom')).toMatchObject({
      verdict: 'removed later',
      version: '8.1.0',
      callers: [{ kind: 'backend-token' }],
    })
  })

  it('puts what is gone first, then what goes, then what is deprecated', async () => {
    const verdicts = (await report()).calls.map(({ verdict }) => verdict)
    expect(verdicts).toEqual(['removed', 'removed', 'removed later', 'removed later', 'deprecated'])
  })

  it('does not note who may not call at all', async () => {
    await app.call('GET', '/api/admin/archive/features', { token: 'wrong' })
    expect(await entry('GET /api/admin/archive/features')).toBeUndefined()
  })

  it('is for those who may read logs', async () => {
    expect((await app.call('GET', PATH, { as: 'viewer' })).status).toBe(403)
    expect((await app.call('DELETE', PATH, { as: 'viewer' })).status).toBe(403)
    expect((await app.call('GET', PATH, { token: '' })).status).toBe(401)
    expect((await app.call('DELETE', PATH, { token: '' })).status).toBe(401)
  })

  it('is begun anew', async () => {
    expect((await report()).calls).toHaveLength(5)
    expect((await app.call('DELETE', PATH)).status).toBe(200)
    expect((await report()).calls).toEqual([])
    const { text } = await app.call('GET', '/api/admin/search/events?type=IS:upgrade-report-forgotten')
    expect(text).toContain('upgrade-report-forgotten')
  })
})
