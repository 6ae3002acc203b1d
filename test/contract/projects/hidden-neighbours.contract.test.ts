import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { giveAccess, userIdOf } from '#support/stages/access.ts'
import { requireSuccess } from '#support/service/private-project.ts'
import { addProject } from '#support/stages/projects.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { updateProject } from '#shared/projects/contract/project-lifecycle.ts'
import { addTag } from '#shared/flags/contract/feature-tags.ts'
import { getTag } from '#shared/flags/contract/tags.ts'
import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { registerClientApplication, registerClientMetrics } from '#shared/clients/contract/client-api.ts'
import { getApplication } from '#shared/clients/contract/applications.ts'

/** Instance-wide lists that hold things of private projects: tags, applications and their instances. */
const SECRET = 'hushed'
const [OWNER, MEMBER] = [4, 5]
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    users: ['member', 'insider', 'viewer'].map((username) => ({ username, roles: ['Viewer'] })),
    rateLimits: { perMinute: {} },
  })
  for (const project of ['open', 'other', SECRET]) {
    await addProject(app, project)
    const body = { name: `${project}-flag` }
    await requireSuccess(app.call(createFeature, { params: { projectId: project }, body }))
  }
  await giveAccess(app, 'open', { roles: [MEMBER], users: [await userIdOf(app, 'member')] })
  for (const project of ['open', SECRET])
    await giveAccess(app, project, { roles: [OWNER], users: [await userIdOf(app, 'insider')] })
  await requireSuccess(
    app.call(updateProject, { params: { projectId: SECRET }, body: { name: 'Hushed', mode: 'private' } }),
  )
})
afterAll(() => app.stop())

const read = async (path: string, as?: string) => (await app.call('GET', path, as ? { as } : {})).body
const tagsOf = async (flag: string) =>
  ((await read(`/api/admin/features/${flag}/tags`)) as { tags: { value: string }[] }).tags.map(
    (one) => one.value,
  )
const tag = (flag: string, value: string) =>
  requireSuccess(app.call(addTag, { params: { featureName: flag }, body: { type: 'simple', value } }))
const deleteTag = (value: string, as: string) => app.call('DELETE', `/api/admin/tags/simple/${value}`, { as })
const exists = async (value: string) =>
  (await app.call(getTag, { params: { type: 'simple', value } })).status === 200

describe('deleting a tag', () => {
  it('removes it from no flag of a project that the caller cannot see', async () => {
    for (const flag of ['open-flag', `${SECRET}-flag`]) await tag(flag, 'shared')
    expect((await deleteTag('shared', 'member')).status).toBe(200)
    expect([await tagsOf('open-flag'), await tagsOf(`${SECRET}-flag`)]).toEqual([[], ['shared']])
    const { events } = (await read(`/api/admin/search/events?feature=IS:open-flag&limit=1`)) as {
      events: { type: string; preData: unknown }[]
    }
    expect(events[0]).toMatchObject({
      type: 'feature-untagged',
      preData: { type: 'simple', value: 'shared' },
    })
    expect((await deleteTag('shared', 'insider')).status).toBe(200)
    expect([await tagsOf(`${SECRET}-flag`), await exists('shared')]).toEqual([[], false])
  })

  it('is rejected where the caller may not update a flag that has it', async () => {
    for (const flag of ['open-flag', 'other-flag']) await tag(flag, 'both')
    expect(await deleteTag('both', 'member')).toMatchObject({
      status: 403,
      body: { name: 'ForbiddenError', message: expect.stringContaining('other') as string },
    })
    expect([await tagsOf('open-flag'), await tagsOf('other-flag')]).toEqual([['both'], ['both']])
    expect((await app.call('DELETE', '/api/admin/tags/simple/both')).status).toBe(200)
    expect(await exists('both')).toBe(false)
  })
})

describe('the applications', () => {
  beforeAll(async () => {
    for (const [project, appNames] of [
      [SECRET, ['secret-shop', 'common-shop']],
      ['open', ['open-shop', 'common-shop']],
    ] as const) {
      const environment = project === SECRET ? 'production' : 'development'
      const created = await requireSuccess(
        app.call(createApiToken, {
          body: { tokenName: `token-of-${project}`, type: 'backend', environment, projects: [project] },
        }),
      )
      const { secret: token } = created.body
      for (const appName of appNames)
        await requireSuccess(
          app.call(registerClientApplication, {
            token,
            body: {
              appName,
              instanceId: `instance-of-${project}`,
              started: '2026-11-21T12:00:00.000Z',
              interval: 10_000,
              strategies: [],
              sdkVersion: `unleash-client-${project}:1.0.0`,
            },
          }),
        )
    }
  })

  const APPLICATIONS = '/api/admin/metrics/applications'
  const namesFor = async (as: string) =>
    ((await read(APPLICATIONS, as)) as { applications: { appName: string }[] }).applications.map(
      (one) => one.appName,
    )

  it('of private projects only are shown to their members only', async () => {
    expect(await namesFor('viewer')).toEqual(['common-shop', 'open-shop'])
    expect(await namesFor('insider')).toEqual(['common-shop', 'open-shop', 'secret-shop'])
    expect(
      (await app.call(getApplication, { params: { appName: 'secret-shop' }, as: 'viewer' })).status,
    ).toBe(404)
    expect(await read(`${APPLICATIONS}/secret-shop/overview`, 'viewer')).toEqual(
      await read(`${APPLICATIONS}/never-was/overview`, 'viewer'),
    )
  })

  it('show instances and SDKs only where the caller sees a project that uses them', async () => {
    const one = (await read(`${APPLICATIONS}/common-shop`, 'viewer')) as {
      instances: { instanceId: string }[]
    }
    expect(one.instances.map((instance) => instance.instanceId)).toEqual(['instance-of-open'])
    for (const path of [
      APPLICATIONS,
      `${APPLICATIONS}/common-shop`,
      `${APPLICATIONS}/common-shop/overview`,
      `${APPLICATIONS}/secret-shop/overview`,
      `${APPLICATIONS}/common-shop/production/instances`,
      '/api/admin/metrics/sdks/outdated',
      '/api/admin/search/events?limit=100',
    ])
      expect(JSON.stringify(await read(path, 'viewer')), path).not.toMatch(/hushed|secret-shop/)
    expect(JSON.stringify(await read(`${APPLICATIONS}/common-shop`, 'insider'))).toContain(
      'instance-of-hushed',
    )
  })

  it('show their creator, a token, only to callers who see its whole scope', async () => {
    const creations = async (as: string) =>
      (
        (await read('/api/admin/search/events?type=IS:application-created&limit=100', as)) as {
          events: { createdBy: string; data: { name: string } }[]
        }
      ).events.map((event) => [event.createdBy, event.data.name])
    expect(await creations('viewer')).toEqual([['token-of-open', 'open-shop']])
    expect((await creations('insider')).sort()).toEqual([
      ['token-of-hushed', 'common-shop'],
      ['token-of-hushed', 'secret-shop'],
      ['token-of-open', 'open-shop'],
    ])
  })

  it('show the projects of the flags that they have reported', async () => {
    const projectsOf = async (as?: string) =>
      ((await read(`${APPLICATIONS}/common-shop/overview`, as)) as { projects: string[] }).projects
    expect(await projectsOf()).toEqual([])
    const created = await requireSuccess(
      app.call(createApiToken, {
        body: { tokenName: 'of all', type: 'backend', environment: 'development', projects: ['*'] },
      }),
    )
    const counts = { yes: 1, no: 0 }
    const bucket = {
      start: '2026-11-21T11:58:00.000Z',
      stop: '2026-11-21T11:59:00.000Z',
      toggles: { 'open-flag': counts, [`${SECRET}-flag`]: counts, 'no such flag': counts },
    }
    await requireSuccess(
      app.call(registerClientMetrics, {
        token: created.body.secret,
        body: { appName: 'common-shop', instanceId: 'instance-of-open', bucket },
      }),
    )
    expect(await projectsOf()).toEqual([SECRET, 'open'])
    expect(await projectsOf('viewer')).toEqual(['open'])
  })
})
