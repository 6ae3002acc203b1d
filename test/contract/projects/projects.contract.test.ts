import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { DEVELOPMENT } from '#support/service/initial-environments.ts'
import { BACKEND_PRODUCTION, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { getProjectOverview, getProjects } from '#shared/projects/contract/projects.ts'
import { getAllEnvironments } from '#shared/projects/contract/environments.ts'
import { registerClientMetrics } from '#shared/clients/contract/client-api.ts'
import { toggleFeatureEnvironmentOn } from '#shared/flags/contract/feature-environments.ts'
import { patchFeature, archiveFeature, createFeature } from '#shared/flags/contract/features.ts'

const DAY = 24 * 60 * 60 * 1000
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    users: [
      { username: 'owner', roles: ['Viewer', 'Owner'] },
      { username: 'member', roles: ['Viewer', 'Member', 'Reader'] },
    ],
  })
})
afterAll(() => app.stop())

const list = async (query = '') =>
  ((await app.call('GET', `/api/admin/projects${query}`)).body as { projects: Record<string, unknown>[] })
    .projects
const overview = async () => (await app.call(getProjectOverview, { params: { projectId: 'default' } })).body
const create = (name: string, type = 'release') =>
  app.call('POST', '/api/admin/projects/default/features', { body: { name, type } })

describe('a new instance', () => {
  it('has the project default, with its members and owner', async () => {
    expect(await list()).toMatchObject([
      {
        id: 'default',
        name: 'Default',
        health: 100,
        technicalDebt: 0,
        featureCount: 0,
        memberCount: 2,
        mode: 'open',
        archivedAt: null,
        owners: [{ ownerType: 'user', name: 'owner' }],
      },
    ])
    expect(await list('?archived=true')).toEqual([])
  })

  it('shows the system as owner of a project without an Owner', async () => {
    const bare = await startBackend()
    expect((await bare.call(getProjects)).body).toMatchObject({
      projects: [{ memberCount: 0, owners: [{ ownerType: 'system' }] }],
    })
    await bare.stop()
  })

  it('has the environments development and production, in order, with their usage', async () => {
    expect((await app.call(getAllEnvironments)).body).toEqual({
      version: 1,
      environments: [
        { ...DEVELOPMENT, projectCount: 1, apiTokenCount: 2, enabledToggleCount: 0 },
        {
          name: 'production',
          type: 'production',
          sortOrder: 2,
          enabled: true,
          protected: false,
          requiredApprovals: null,
          projectCount: 1,
          apiTokenCount: 1,
          enabledToggleCount: 0,
        },
      ],
    })
  })
})

describe('the overview of a project', () => {
  it('counts flags by type and shows the onboarding state', async () => {
    expect(await overview()).toMatchObject({
      version: 1,
      name: 'Default',
      onboardingStatus: { status: 'onboarding-started' },
      featureTypeCounts: [],
      members: 2,
      environments: [{ environment: 'development' }, { environment: 'production' }],
    })
    await create('first')
    await create('second', 'operational')
    expect(await overview()).toMatchObject({
      onboardingStatus: { status: 'first-flag-created', feature: 'first' },
      featureTypeCounts: [
        { type: 'operational', count: 1 },
        { type: 'release', count: 1 },
      ],
      stats: {
        createdCurrentWindow: 2,
        createdPastWindow: 0,
        projectActivityCurrentWindow: 2,
        projectMembersAddedCurrentWindow: 2,
      },
    })
    const bucket = { start: 0, stop: 1, toggles: { first: { yes: 1, no: 0 } } }
    await app.call(registerClientMetrics, { token: BACKEND_PRODUCTION, body: { appName: 'x', bucket } })
    expect(await overview()).toMatchObject({ onboardingStatus: { status: 'onboarded' } })
  })

  it('measures the time of flags to production', async () => {
    app.clock.advance(4 * DAY)
    await app.call(toggleFeatureEnvironmentOn, {
      params: { projectId: 'default', featureName: 'first', environment: 'production' },
    })
    expect(await overview()).toMatchObject({ stats: { avgTimeToProdCurrentWindow: 4 } })
    expect((await app.call(getAllEnvironments)).body).toMatchObject({
      environments: [{ enabledToggleCount: 0 }, { enabledToggleCount: 1 }],
    })
  })

  it('has a lower health with flags that are stale, or beyond their lifetime', async () => {
    app.clock.advance(4 * DAY) // an operational flag is expected to live for 7 days
    expect(await overview()).toMatchObject({ health: 50, technicalDebt: 50 })
    await app.call(patchFeature, {
      params: { projectId: 'default', featureName: 'first' },
      body: [{ op: 'replace', path: '/stale', value: true }],
    })
    expect(await list()).toMatchObject([
      {
        health: 0,
        technicalDebt: 100,
        featureCount: 2,
        lastUpdatedAt: '2026-11-29T12:00:00.000Z',
        lastReportedFlagUsage: '2026-11-21T12:00:00.000Z',
      },
    ])
  })

  it('counts in periods of thirty days', async () => {
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: 'second' } })
    app.clock.advance(29 * DAY)
    expect(await overview()).toMatchObject({
      stats: {
        createdCurrentWindow: 0,
        createdPastWindow: 2,
        archivedCurrentWindow: 1,
        archivedPastWindow: 0,
      },
    })
  })

  it('is 404 for an unknown project', async () => {
    expect(await app.call(getProjectOverview, { params: { projectId: 'nope' } })).toMatchObject({
      status: 404,
      body: { message: 'No project found' },
    })
  })
})

describe('an archived project', () => {
  it('is in the archive list, and accepts nothing new', async () => {
    await app.backend.store.transaction(async (queries) => {
      await queries.updateTable('projects').set({ archived_at: '2026-11-29T12:00:00.000Z' }).execute()
    })
    expect(await list()).toEqual([])
    expect(await list('?archived=true')).toMatchObject([
      { id: 'default', archivedAt: '2026-11-29T12:00:00.000Z' },
    ])
    expect((await create('late')).body).toMatchObject({
      message: 'Active project with id default does not exist',
    })
  })

  it('is selected by true or false', async () => {
    expect(await app.call(getProjects, { query: { archived: 'perhaps' } })).toMatchObject({ status: 400 })
  })
})

describe('the limits of a project', () => {
  it('apply to its flags, and their names', async () => {
    const limited = await startBackend()
    await limited.backend.store.transaction(async (queries) => {
      const naming = { pattern: 'team-.*', example: 'team-x', description: null }
      await queries
        .updateTable('projects')
        .set({ feature_limit: 1, feature_naming: JSON.stringify(naming) })
        .execute()
    })
    const post = (name: string) =>
      limited.call(createFeature, { params: { projectId: 'default' }, body: { name } })
    expect(await post('mine')).toMatchObject({
      status: 400,
      body: {
        name: 'PatternError',
        message:
          'The feature flag name "mine" does not match the project\'s naming pattern: "team-.*". Here\'s an example of a name that does match: "team-x".',
        details: [{ message: 'The flag name does not match the pattern.' }],
      },
    })
    expect((await post('team-1')).status).toBe(201)
    expect(await post('team-2')).toMatchObject({ status: 403, body: { name: 'InvalidOperationError' } })
    await limited.stop()
  })

  it('apply to the flags of the instance', async () => {
    const small = await startBackend({ env: { UNLEASH_FEATURE_FLAGS_LIMIT: '1' } })
    const post = (name: string) =>
      small.call(createFeature, { params: { projectId: 'default' }, body: { name } })
    await post('one')
    expect(await post('two')).toMatchObject({
      status: 400,
      body: {
        message: "Failed to create feature flag. You can't create more than the established limit of 1.",
      },
    })
    await small.stop()
  })
})
