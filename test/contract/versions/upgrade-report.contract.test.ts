import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { UpgradeReport } from '#shared/versions/schemas/upgrade-report.ts'
import { readEventLog } from '#support/service/event-log.ts'
import { ADMIN, BACKEND, FRONTEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { getProjects } from '#shared/projects/contract/projects.ts'
import { getAllClientFeatures, registerClientApplication } from '#shared/clients/contract/client-api.ts'
import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'
import { getProjectHealthReport } from '#shared/projects/contract/project-insights.ts'
import {
  getUpgradeReport,
  forgetUpgradeReport,
  getInstalledSdks,
} from '#shared/versions/contract/upgrade-report.ts'

const PATH = '/api/admin/upgrade-report'
const ALL = `${PATH}?from=3&to=8.2`

let app: TestBackend
beforeAll(async () => {
  app = await startBackend({
    users: [{ username: 'viewer', roles: ['Viewer'] }],
    env: { HALYARD_BASE_URL: 'https://flags.example.com/' },
  })
})
afterAll(() => app.stop())

const report = async (path = ALL) => (await app.call('GET', path)).body as UpgradeReport
const entry = async (call: string, path = ALL) => (await report(path)).calls.find((one) => one.call === call)

describe('the upgrade report', () => {
  it('is empty while every request stays valid in later versions', async () => {
    await app.call(getProjects)
    await app.call(getAllClientFeatures, { token: BACKEND })
    await app.call(getFrontendFeatures, { token: FRONTEND })
    await app.call('GET', '/api/admin/nothing-like-that')
    expect(await report(PATH)).toEqual({
      contractVersion: '7.6.5',
      from: '7.6.5',
      to: '8.2.0',
      failing: 0,
      calls: [],
      outside: 0,
    })
  })

  it('names who uses removed operations, how often, and their replacement', async () => {
    const headers = { 'unleash-appname': 'cleaner', 'unleash-sdk': 'scripts:1.2.3' }
    for (let times = 0; times < 3; times++)
      expect((await app.call('GET', '/api/admin/archive/features/default?token=x', { headers })).status).toBe(
        404,
      )
    await app.call('GET', '/api/admin/archive/features/other', { as: 'viewer', headers: {} })
    expect(await entry('GET /api/admin/archive/features/{projectId}', `${PATH}?from=6&to=7`)).toMatchObject({
      verdict: 'removed',
      version: '7.0.0',
      deprecated: ['4.11.0'],
      replacement: '/api/admin/search/features?project=IS:{projectId}&archived=IS:true',
      count: 4,
      failing: 4,
      callers: [
        {
          kind: 'admin-token',
          appName: 'cleaner',
          sdk: 'scripts:1.2.3',
          count: 3,
          sample: 'GET /api/admin/archive/features/default',
          curl:
            "curl -X GET 'https://flags.example.com/api/admin/search/features?project=IS:default&archived=IS:true' \\\n" +
            '  -H "Authorization: $TOKEN"',
        },
        { name: 'viewer', kind: 'user', appName: null, count: 1 },
      ],
    })
  })

  it('names who uses paths that never were below /api', async () => {
    expect((await app.call('POST', '/edge/metrics', { token: BACKEND, body: {} })).status).toBe(404)
    expect(await entry('POST /edge/metrics')).toMatchObject({
      verdict: 'removed',
      version: '6.0.0',
      callers: [{ kind: 'backend-token', count: 1 }],
    })
  })

  it('names who uses what is deprecated here', async () => {
    await app.call(getProjectHealthReport, { params: { projectId: 'default' } })
    expect(await entry('GET /api/admin/projects/{projectId}/health-report', PATH)).toMatchObject({
      verdict: 'deprecated',
      deprecated: ['6.6.0'],
      replacement: '/api/admin/projects/{projectId}/overview',
      failing: 0,
      callers: [{ curl: expect.stringContaining('/api/admin/projects/default/overview') as string }],
    })
  })

  it('names who uses a kind of token that version 8 rejects', async () => {
    expect((await app.call(getAllClientFeatures, { token: ADMIN })).status).toBe(200)
    expect(
      await entry('The client API takes backend tokens only, the frontend API frontend tokens only'),
    ).toMatchObject({
      verdict: 'refused',
      version: '8.0.0',
      callers: [{ kind: 'admin-token', count: 1 }],
    })
  })

  it('names what a later version removes', async () => {
    await app.call('POST', '/api/client/metrics/custom', { token: BACKEND, body: { metrics: [] } })
    expect(await entry('POST /api/client/metrics/custom')).toMatchObject({
      verdict: 'removed',
      version: '8.1.0',
      callers: [{ kind: 'backend-token', curl: null }],
    })
  })

  it('names who sends a removed property, whatever the response', async () => {
    const body = { appName: 'shop', environment: 'development', strategies: [], started: 0, interval: 1 }
    expect((await app.call(registerClientApplication, { token: BACKEND, body })).status).toBe(202)
    const token = { username: 'ci', type: 'client', environment: 'development' }
    expect((await app.call('POST', '/api/admin/api-tokens', { body: token })).status).toBe(400)
    expect(await entry('environment of what SDKs send')).toMatchObject({
      verdict: 'property removed',
      version: '7.0.0',
      callers: [{ appName: 'shop' }],
    })
    expect(await entry('username of API tokens')).toMatchObject({ count: 1, replacement: 'tokenName' })
  })

  it('names clients without a token, and leaves out names of callers with a wrong one', async () => {
    const headers = { 'unleash-appname': 'from-version-3' }
    expect((await app.call(getAllClientFeatures, { token: null, headers })).status).toBe(401)
    expect((await app.call(getAllClientFeatures, { token: 'wrong' })).status).toBe(401)
    await app.call('GET', '/api/admin/archive/features', { token: 'wrong' })
    expect(await entry('Every client SDK needs an API token')).toMatchObject({
      verdict: 'refused',
      version: '4.0.0',
      callers: [{ kind: 'anonymous', appName: 'from-version-3', count: 1 }],
    })
    expect(await entry('GET /api/admin/archive/features')).toBeUndefined()
  })

  it('lists removed operations first, and deprecated ones last', async () => {
    const verdicts = (await report()).calls.map(({ verdict }) => verdict)
    expect(verdicts).toEqual([
      ...['removed', 'removed', 'removed', 'refused', 'refused'],
      ...['property removed', 'property removed', 'deprecated'],
    ])
  })

  it.each([
    ['from=6&to=7', ['removed', 'property removed', 'property removed', 'deprecated']],
    ['from=v6.9&to=7.0', ['removed', 'property removed', 'property removed', 'deprecated']],
    ['from=7.0.0&to=8.1.0', ['removed', 'refused', 'deprecated']],
    ['from=3&to=3.1', []],
    ['from=8&to=8', ['removed', 'deprecated']],
    ['from=8.2&to=99', ['deprecated']],
  ])('covers the versions between two: %s', async (query, verdicts) => {
    const { calls, outside } = await report(`${PATH}?${query}`)
    expect(calls.map(({ verdict }) => verdict)).toEqual(verdicts)
    expect(outside).toBe(8 - verdicts.length)
  })

  it('is grouped by application, caller or SDK', async () => {
    const names = async (by: string) => (await report(`${ALL}&groupBy=${by}`)).groups?.map(({ name }) => name)
    expect(await names('application')).toEqual(['No application named', 'cleaner', 'from-version-3', 'shop'])
    expect(await names('caller')).toContain('viewer (user)')
    expect(await names('sdk')).toContain('scripts:1.2.3')
    expect(await names('call')).toBeUndefined()
  })

  it('is Markdown where the caller accepts it', async () => {
    for (const [path, headers] of [
      [`${ALL}&format=md&groupBy=application`, {}],
      [`${ALL}&groupBy=application`, { accept: 'text/markdown' }],
    ] as const) {
      const { text, headers: told } = await app.call('GET', path, { headers })
      expect(told['content-type']).toBe('text/markdown; charset=utf-8')
      expect(text).toContain('# Calls that an upgrade from 3.0.0 to 8.2.0 concerns')
      expect(text).toContain('## cleaner\n')
    }
    const asked = await app.call('GET', `${ALL}&format=json`, { headers: { accept: 'text/markdown' } })
    expect(asked.headers['content-type']).toContain('application/json')
  })

  it.each([
    ['from=seven', '/query/from', '"seven" is no version, such as 6 or 6.9.0'],
    ['to=1.2.3.4', '/query/to', '"1.2.3.4" is no version, such as 6 or 6.9.0'],
    ['from=8&to=7', '/query/from', 'from (8.0.0) must not be after to (7.6.5)'],
    ['groupBy=colour', '/query/groupBy', 'must be equal to one of the allowed values'],
  ])('rejects %s, and names the field', async (query, path, text) => {
    const { status, body } = await app.call('GET', `${PATH}?${query}`)
    expect(status).toBe(400)
    const { details } = body as { details: { path: string; message: string }[] }
    expect(details).toHaveLength(1)
    expect(details[0]?.path).toBe(path)
    expect(details[0]?.message).toContain(text)
  })

  it('needs READ_LOGS', async () => {
    expect((await app.call(getUpgradeReport, { as: 'viewer' })).status).toBe(403)
    expect((await app.call(forgetUpgradeReport, { as: 'viewer' })).status).toBe(403)
    expect((await app.call(getUpgradeReport, { token: '' })).status).toBe(401)
    expect((await app.call(forgetUpgradeReport, { token: '' })).status).toBe(401)
  })

  it('can be reset', async () => {
    expect((await report()).calls).toHaveLength(8)
    expect((await app.call(forgetUpgradeReport)).status).toBe(200)
    expect((await report()).calls).toEqual([])
    expect(JSON.stringify(await readEventLog(app))).toContain('upgrade-report-forgotten')
  })
})

describe('the SDKs in use', () => {
  it('are those of registered applications, each version once', async () => {
    const register = (appName: string, instanceId: string, sdkVersion?: string) =>
      app.call(registerClientApplication, {
        token: BACKEND,
        body: { appName, instanceId, sdkVersion, strategies: [], started: 0, interval: 1 },
      })
    await register('web', 'one', 'unleash-client-node:6.1.0')
    await register('web', 'two', 'unleash-client-node:6.1.0')
    await register('till', 'one', 'unleash-client-node:6.1.0')
    await register('stock', 'one', 'unleash-client-go@4.5')
    await register('home-made', 'one', 'mine')
    const { body } = await app.call(getInstalledSdks, { as: 'viewer' })
    expect(body).toEqual({
      sdks: [
        { name: 'unleash-client-go', version: '4.5.0', applications: ['stock'], instances: 1 },
        { name: 'unleash-client-node', version: '6.1.0', applications: ['till', 'web'], instances: 3 },
      ],
    })
  })
})
