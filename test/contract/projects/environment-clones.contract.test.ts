import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { giveAccess, userIdOf } from '#support/stages/access.ts'
import {
  BACKEND_PRODUCTION,
  startBackend,
  type Call,
  type TestBackend,
} from '#support/service/start-backend.ts'
import {
  getAllEnvironments,
  getProjectEnvironments,
  getEnvironment,
} from '#shared/projects/contract/environments.ts'
import { getFeatureEnvironment } from '#shared/flags/contract/feature-environments.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { archiveFeature } from '#shared/flags/contract/features.ts'
import {
  updateProjectChangeRequestConfig,
  getProjectChangeRequestConfig,
} from '#shared/changes/contract/change-request-settings.ts'
import { getProjectOverview } from '#shared/projects/contract/projects.ts'
import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'
import { getAllApiTokens } from '#shared/access/contract/api-tokens.ts'
import { getRawFeatureMetrics } from '#shared/flags/contract/metrics.ts'

const ENVIRONMENTS = '/api/admin/environments'
const PROJECT = '/api/admin/projects/default'
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'editor', roles: ['Editor'] },
      { username: 'operator', roles: ['Viewer'] },
    ],
  })
  await create({ name: 'staging', type: 'test', sortOrder: 40 })
  await post('/api/admin/projects', { id: 'next', name: 'Next' })
})
afterAll(() => app.stop())

const create = (body: object, call: Call = {}) => app.call('POST', ENVIRONMENTS, { ...call, body })
const remove = (name: string, call: Call = {}) => app.call('DELETE', `${ENVIRONMENTS}/${name}`, call)
const clone = (name: string, body: object) => app.call('POST', `${ENVIRONMENTS}/${name}/clone`, { body })
const listed = async () => (await app.call(getAllEnvironments)).body.environments
const post = (path: string, body?: unknown, call: Call = {}) => app.call('POST', path, { ...call, body })
const flagIn = async (flag: string, environment: string) =>
  (
    await app.call(getFeatureEnvironment, {
      params: { projectId: 'default', featureName: flag, environment },
    })
  ).body
const clientFlags = (token: string, headers: Record<string, string> = {}) =>
  app.call(getAllClientFeatures, { token, headers })
const makeToken = async (environment: string, type = 'backend') =>
  (
    (
      await post('/api/admin/api-tokens', {
        tokenName: `${type} of ${environment}`,
        type,
        environment,
        projects: ['*'],
      })
    ).body as { secret: string }
  ).secret
const eventOf = async (environment: string, type: string) =>
  (
    await app.call(searchEvents, { query: { environment: `IS:${environment}`, limit: '100' } })
  ).body.events.find((event) => event.type === type)
/** A role that may switch flags in one environment, held in default by the operator. */
async function giveSwitching(environment: string): Promise<void> {
  const { body } = await post('/api/admin/roles', {
    name: `switches ${environment}`,
    description: '',
    type: 'custom',
    permissions: [
      { name: 'UPDATE_FEATURE_ENVIRONMENT', environment },
      { name: 'CREATE_FEATURE_STRATEGY', environment },
    ],
  })
  const { id } = (body as { roles: { id: number } }).roles
  await giveAccess(app, 'default', { roles: [id], users: [await userIdOf(app, 'operator')] })
}
const switchAsOperator = async (environment: string) =>
  (await post(`${PROJECT}/features/seen/environments/${environment}/off`, undefined, { as: 'operator' }))
    .status

describe('cloning an environment', () => {
  it('copies the settings of its projects there, under new ids', async () => {
    const segment = await post('/api/admin/segments', { name: 'beta', constraints: [] })
    const { id } = segment.body as { id: number }
    await post(`${PROJECT}/features`, { name: 'seen' })
    const strategies = `${PROJECT}/features/seen/environments/production/strategies`
    await post(strategies, {
      name: 'flexibleRollout',
      title: 'first',
      parameters: { rollout: '10' },
      segments: [id],
    })
    await post(strategies, { name: 'default', title: 'second', disabled: true })
    await post(`${PROJECT}/features/seen/environments/production/on`)
    await post(`${PROJECT}/features`, { name: 'archived' })
    await post(`${PROJECT}/features/archived/environments/production/on`)
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'archived' } })
    await post(`${PROJECT}/environments/production/default-strategy`, {
      name: 'flexibleRollout',
      parameters: { rollout: '5' },
    })
    await app.call(updateProjectChangeRequestConfig, {
      params: { projectId: 'default', environment: 'production' },
      body: { changeRequestsEnabled: true, requiredApprovals: 4 },
    })
    const token = await makeToken('staging')
    await giveSwitching('production')

    const answer = await clone('production', { name: 'production-2', type: 'test' })
    expect(answer).toMatchObject({
      status: 200,
      body: { name: 'production-2', type: 'test', sortOrder: 41, enabled: true, protected: false },
    })

    type State = { enabled: boolean; strategies: { id: string; title: string }[] }
    const [source, copy] = (await Promise.all([
      flagIn('seen', 'production'),
      flagIn('seen', 'production-2'),
    ])) as [State, State]
    const withoutIds = ({ strategies, enabled }: State) => ({
      enabled,
      strategies: strategies.map(({ id: _id, ...rest }) => rest),
    })
    expect(withoutIds(copy)).toEqual(withoutIds(source))
    expect(copy.strategies.map(({ title }) => title)).toEqual(['first', 'second'])
    expect(new Set([...source.strategies, ...copy.strategies].map((one) => one.id)).size).toBe(4)
    expect(
      (await app.call(getProjectChangeRequestConfig, { params: { projectId: 'default' } })).body,
    ).toContainEqual({
      environment: 'production-2',
      type: 'test',
      changeRequestEnabled: true,
      requiredApprovals: 4,
    })
    expect((await app.call(getProjectOverview, { params: { projectId: 'default' } })).body).toMatchObject({
      environments: expect.arrayContaining([
        expect.objectContaining({
          environment: 'production-2',
          defaultStrategy: expect.anything() as object,
        }),
      ]) as object,
    })
    await post('/api/admin/archive/revive/archived', {})
    // a flag that is revived is off everywhere
    expect(await flagIn('archived', 'production-2')).toMatchObject({
      enabled: false,
      strategies: [{ name: 'flexibleRollout', parameters: { rollout: '100' } }],
    })
    const { body } = await clientFlags(await makeToken('production-2'))
    expect(body).toMatchObject({ features: [{ name: 'archived' }, { name: 'seen', enabled: true }] })
    // it was added to no other environment
    expect((await clientFlags(token)).body).toMatchObject({ features: [] })
    // as in its source, changes need approval; without change requests the role suffices
    expect(await switchAsOperator('production-2')).toBe(403)
    await app.call(updateProjectChangeRequestConfig, {
      params: { projectId: 'default', environment: 'production-2' },
      body: { changeRequestsEnabled: false },
    })
    expect(await switchAsOperator('production-2')).toBe(200)
    expect(await eventOf('production-2', 'environment-created')).toMatchObject({
      data: { clonedFrom: 'production', projects: ['default', 'next'], clonePermissions: true },
    })
  })

  it('copies neither projects nor permissions when they are not wanted', async () => {
    await clone('production', {
      name: 'lean',
      type: 'test',
      projects: ['next', 'next'],
      clonePermissions: false,
    })
    expect(await eventOf('lean', 'environment-created')).toMatchObject({ data: { projects: ['next'] } })
    expect((await app.call(getProjectEnvironments, { params: { projectId: 'default' } })).body).toMatchObject(
      {
        environments: expect.arrayContaining([
          expect.objectContaining({ name: 'lean', visible: false }),
        ]) as object,
      },
    )
    await post(`${PROJECT}/environments`, { environment: 'lean' })
    expect(await switchAsOperator('lean')).toBe(403)
    await remove('lean')
  })

  it('without projects creates an environment of no project', async () => {
    expect((await clone('production', { name: 'bare', type: 'test', projects: [] })).status).toBe(200)
    expect(await listed()).toContainEqual(expect.objectContaining({ name: 'bare', projectCount: 0 }))
    await remove('bare')
  })

  it.each([
    [{ type: 'test' }, 400],
    [{ name: 'x' }, 400],
    [{ name: 'x y', type: 'test' }, 400],
    [{ name: 'x', type: 'test', projects: ['nope'] }, 400],
    [{ name: 'staging', type: 'test' }, 409],
  ])('rejects %j with %i', async (body, status) => {
    expect((await clone('production', body)).status).toBe(status)
  })

  it('names unknown projects', async () => {
    const answer = await clone('production', { name: 'x', type: 'test', projects: ['default', 'a', 'b'] })
    expect(answer.body).toMatchObject({
      details: [{ message: "These projects do not exist: 'a', 'b'.", path: '/body/projects' }],
    })
  })

  it('is 404 for an unknown environment', async () => {
    expect((await clone('nope', { name: 'x', type: 'test' })).status).toBe(404)
  })
})

describe('deleting an environment', () => {
  it('deletes its tokens and settings, and frees its name', async () => {
    const [backend, frontend] = [await makeToken('production-2'), await makeToken('production-2', 'frontend')]
    await post(`${PROJECT}/features/seen/environments/production-2/on`)
    expect((await clientFlags(backend)).status).toBe(200)
    await post(
      '/api/client/metrics',
      {
        appName: 'a',
        bucket: {
          start: '2026-11-21T11:00:00.000Z',
          stop: '2026-11-21T11:01:00.000Z',
          toggles: { seen: { yes: 3, no: 0 } },
        },
      },
      { token: backend },
    )

    expect(await remove('production-2')).toMatchObject({ status: 200, text: '' })

    expect((await clientFlags(backend)).status).toBe(401)
    expect((await app.call(getFrontendFeatures, { token: frontend })).status).toBe(401)
    const tokens = (await app.call(getAllApiTokens)).body
    expect(tokens.tokens.filter(({ environment }) => environment === 'production-2')).toEqual([])
    expect((await app.call(getEnvironment, { params: { name: 'production-2' } })).status).toBe(404)
    expect(await flagIn('seen', 'production')).toMatchObject({ strategies: [{ title: 'first' }, {}] })
    expect(await eventOf('production-2', 'environment-deleted')).toMatchObject({
      preData: { name: 'production-2', projects: ['default', 'next'], enabledFlags: ['seen'] },
      summary: expect.stringContaining('production-2') as string,
    })
    expect(JSON.stringify(await eventOf('production-2', 'environment-deleted'))).not.toContain(
      backend.slice(-20),
    )

    await create({ name: 'production-2', type: 'test' })
    await post(`${PROJECT}/environments`, { environment: 'production-2' })
    expect(await flagIn('seen', 'production-2')).toMatchObject({ enabled: false, strategies: [] })
    // permissions in a deleted environment do not apply to a new one of the same name
    expect(await switchAsOperator('production-2')).toBe(403)
    const { body } = await app.call(getRawFeatureMetrics, { params: { name: 'seen' } })
    expect(JSON.stringify(body)).not.toContain('production-2')
    expect((await clientFlags(backend)).status).toBe(401)
    expect((await clientFlags(await makeToken('production-2'))).body).toMatchObject({
      features: [
        { name: 'archived', enabled: false },
        { name: 'seen', enabled: false },
      ],
    })
  })

  it('leaves the tokens of other environments unchanged', async () => {
    expect((await clientFlags(BACKEND_PRODUCTION)).status).toBe(200)
  })

  it('is rejected for a protected one', async () => {
    await app.backend.store.queries
      .updateTable('environments')
      .set({ protected: true })
      .where('name', '=', 'production')
      .execute()
    expect(await remove('production')).toMatchObject({
      status: 403,
      body: {
        name: 'InvalidOperationError',
        message: 'The environment production is protected and can not be deleted',
      },
    })
    expect((await clientFlags(BACKEND_PRODUCTION)).status).toBe(200)
  })

  it('is 404 for an unknown environment, and is for Admins', async () => {
    expect((await remove('nope')).status).toBe(404)
    expect((await remove('staging', { as: 'editor' })).status).toBe(403)
  })
})
