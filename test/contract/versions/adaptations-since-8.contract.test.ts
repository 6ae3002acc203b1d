import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ADMIN, BACKEND, FRONTEND, type Answer } from '#support/service/start-backend.ts'
import { startVersions } from '#support/service/start-versions.ts'
import {
  createFeature,
  cloneFeature,
  updateFeature,
  patchFeature,
  getFeature,
  getFeatures,
  archiveFeature,
} from '#shared/flags/contract/features.ts'
import { addTag, listTags } from '#shared/flags/contract/feature-tags.ts'
import {
  registerClientMetrics,
  registerClientApplication,
  getAllClientFeatures,
} from '#shared/clients/contract/client-api.ts'
import { createPat } from '#shared/access/contract/personal-tokens.ts'
import { getFrontendFeatures } from '#shared/clients/contract/frontend-api.ts'
import { searchFeatures } from '#shared/flags/contract/search.ts'
import { getApplication } from '#shared/clients/contract/applications.ts'
import { searchEvents } from '#shared/audit/contract/events.ts'
import { exportFeatures } from '#shared/transfer/contract/import-export.ts'
import { deleteFeatureDependencies } from '#shared/flags/contract/dependencies.ts'
import { updateContextField, deleteContextField } from '#shared/flags/contract/context.ts'
import { getProjects } from '#shared/projects/contract/projects.ts'
import { createApiToken, getAllApiTokens } from '#shared/access/contract/api-tokens.ts'
import { createGroup } from '#shared/access/contract/groups.ts'
import { getProfile } from '#shared/access/contract/profile.ts'

// docs/contract/versions.md#changed-in-8, and the differences between the recorded answers of 7 and 8
const FEATURES = '/api/admin/projects/default/features'
const FLAG = 'flag'
const { as, start, stop } = startVersions(
  { users: [{ username: 'ann', roles: ['Editor'] }], rateLimits: { perMinute: {} } },
  async ({ call }) => {
    await call(createFeature, { params: { projectId: 'default' }, body: { name: FLAG, tags: [] } })
    await call(addTag, { params: { featureName: FLAG }, body: { type: 'simple', value: 'team-a' } })
    await call(registerClientMetrics, {
      token: BACKEND,
      body: {
        appName: 'shop',
        bucket: {
          start: '2026-11-21T11:58:00.000Z',
          stop: '2026-11-21T11:59:00.000Z',
          toggles: { [FLAG]: { yes: 1, no: 0 } },
        },
      },
    })
    await call(registerClientApplication, {
      token: BACKEND,
      body: { appName: 'shop', strategies: [], started: 0, interval: 10 },
    })
  },
)
beforeAll(() => start('6', '7', '8.0', '8.1', '8'))
afterAll(stop)

let count = 0
type Json = Record<string, unknown>
const list = (body: unknown, name: string) => (body as Record<string, Json[]>)[name] ?? []

describe('the credentials accepted', () => {
  const doors: [string, string][] = [
    ['/api/client/features', BACKEND],
    ['/api/frontend', FRONTEND],
  ]
  it.each(['7', '8'])('by %s are its own kind of token, and the admin token until 8', async (version) => {
    const { call } = await as(version)
    const refusal = 'invalid token: expected a different token type for this endpoint'
    for (const [path, token] of doors) {
      expect((await call('GET', path, { token })).status).toBe(200)
      const other = token === BACKEND ? FRONTEND : BACKEND
      expect(await call('GET', path, { token: other })).toMatchObject({
        status: 403,
        body: { message: refusal },
      })
      const admin = await call('GET', path, { token: ADMIN })
      expect(admin).toMatchObject(
        version === '7' ? { status: 200 } : { status: 403, body: { message: refusal } },
      )
      expect((await call('GET', path, { token: '*:development.unknown' })).status).toBe(401)
    }
  })

  it.each([
    ['7', 200, 401],
    ['8', 403, 403],
  ])('by %s for a personal access token: %i, at the frontend %i', async (version, client, frontend) => {
    const { call, clock } = await as(version)
    const expiresAt = new Date(clock.now().getTime() + 86_400_000).toISOString()
    const created = await call(createPat, { as: 'ann', body: { description: `door-${count++}`, expiresAt } })
    const token = created.body.secret
    expect((await call(getAllClientFeatures, { token })).status).toBe(client)
    expect((await call(getFrontendFeatures, { token })).status).toBe(frontend)
  })
})

describe('a flag', () => {
  const FORMER = ['lastSeenAt', 'variants', 'strategies']
  /** Each answer that tells of flags as such. */
  const told = async (version: string): Promise<[string, Answer, Json | undefined][]> => {
    const { call } = await as(version)
    const name = `told-${count++}`
    const created = await call(createFeature, { params: { projectId: 'default' }, body: { name } })
    const cloned = await call(cloneFeature, {
      params: { projectId: 'default', featureName: name },
      body: { name: `${name}-clone` },
    })
    const updated = await call(updateFeature, {
      params: { projectId: 'default', featureName: name },
      body: { description: 'x' },
    })
    const patched = await call(patchFeature, {
      params: { projectId: 'default', featureName: name },
      body: [{ op: 'replace', path: '/stale', value: true }],
    })
    const read = await call(getFeature, { params: { projectId: 'default', featureName: FLAG } })
    const all = await call(getFeatures, { params: { projectId: 'default' } })
    const found = await call(searchFeatures, { query: { query: FLAG } })
    const application = await call(getApplication, { params: { appName: 'shop' } })
    const events = await call(searchEvents, { query: { feature: `IS:${name}`, type: 'IS:feature-created' } })
    return [
      ['created', created, created.body],
      ['cloned', cloned, cloned.body],
      ['updated', updated, updated.body],
      ['patched', patched, patched.body],
      ['read', read, read.body],
      ['listed', all, list(all.body, 'features')[0]],
      ['found', found, list(found.body, 'features')[0]],
      ['seen by an application', application, list(application.body, 'seenToggles')[0]],
      ['in an event', events, list(events.body, 'events')[0]?.['data'] as Json],
    ]
  }

  it('in 7 has when it was last seen', async () => {
    for (const [where, { status, text }, flag] of await told('7')) {
      expect(status, `${where}: ${text}`).toBeLessThan(300)
      expect(flag, where).toHaveProperty('lastSeenAt')
    }
  })

  it('in 8 has that, strategies and variants in its environments only', async () => {
    for (const [where, { status, text }, flag] of await told('8')) {
      expect(status, `${where}: ${text}`).toBeLessThan(300)
      expect(flag, where).toHaveProperty('name')
      for (const name of FORMER) expect(flag, where).not.toHaveProperty(name)
    }
    const { body } = await (
      await as('8')
    ).call(getFeature, { params: { projectId: 'default', featureName: FLAG } })
    for (const environment of list(body, 'environments')) {
      expect(environment).toHaveProperty('lastSeenAt')
      expect(environment).toHaveProperty('strategies')
    }
  })

  it.each(['7', '8'])('in %s has tags by tagType and tagValue where it is exported', async (version) => {
    const answer = await (
      await as(version)
    ).call(exportFeatures, { body: { features: [FLAG], environment: 'development' } })
    expect(answer.body).toMatchObject({
      featureTags: [{ featureName: FLAG, tagType: 'simple', tagValue: 'team-a' }],
    })
    expect(Object.keys(list(answer.body, 'featureTags')[0] ?? {})).toHaveLength(3)
  })

  it.each([
    ['6', 200],
    ['7', 200],
    ['8', 400],
  ])('in %s is imported with tags by type and value: %i', async (version, status) => {
    const { call } = await as(version)
    const name = `imported-${version}`
    const data = {
      features: [{ name, type: 'release' }],
      featureStrategies: [],
      tagTypes: [],
      featureTags: [{ featureName: name, type: 'simple', value: 'team-b' }],
    }
    const answer = await call('POST', '/api/admin/features-batch/import', {
      as: 'ann',
      body: { project: 'default', environment: 'development', data },
    })
    expect(answer.status, answer.text).toBe(status)
    if (status === 400) return
    const tags = await call(listTags, { params: { featureName: name } })
    expect(tags.body).toMatchObject({ tags: [{ type: 'simple', value: 'team-b' }] })
  })
})

describe('an unknown item', () => {
  it.each([
    ['7', 404],
    ['8', 200],
  ])('in %s, deleted as a personal token or archived flag: %i', async (version, status) => {
    const { call } = await as(version)
    const before = (await call(searchEvents)).body
    for (const path of ['/api/admin/user/tokens/9999', '/api/admin/archive/nope']) {
      const answer = await call('DELETE', path, { as: 'ann' })
      expect(answer.status).toBe(status)
      if (status === 200) expect(answer.text).toBe('')
    }
    expect((await call(searchEvents)).body).toEqual(before)
  })

  it.each([
    ['6', 200],
    ['7', 200],
    ['8', 404],
  ])('in %s, removed as the parent of a flag: %i', async (version, status) => {
    const { call } = await as(version)
    const path = `${FEATURES}/${FLAG}/dependencies`
    for (const one of [path, `${path}/nope`]) {
      const answer = await call('DELETE', one)
      expect(answer.status).toBe(status)
      if (status === 200) expect(answer.text).toBe('')
      else
        expect(answer.body).toMatchObject({
          message: `Feature "${FLAG}" has no dependencies to remove in project "default".`,
        })
    }
    expect(
      (await call(deleteFeatureDependencies, { params: { projectId: 'default', child: 'nope' } })).status,
      'an unknown flag',
    ).toBe(404)
  })

  it.each([
    ['7', 'Could not find Context field with name nope', 'Could not find feature flag with name nope'],
    [
      '8',
      'Could not find context field with name nope',
      'There\'s no feature named "nope" in project "default".',
    ],
  ])('in %s is reported as recorded', async (version, field, flag) => {
    const { call } = await as(version)
    const body = { name: 'nope', legalValues: [] }
    const answers = [
      [await call(updateContextField, { params: { contextField: 'nope' }, body }), field],
      [await call(deleteContextField, { params: { contextField: 'nope' } }), field],
      [
        await call(cloneFeature, {
          params: { projectId: 'default', featureName: 'nope' },
          body: { name: 'twin' },
        }),
        flag,
      ],
    ] as const
    for (const [answer, message] of answers)
      expect(answer).toMatchObject({ status: 404, body: { message, details: [{ message }] } })
  })
})

describe('metrics without a bucket', () => {
  const send = async (version: string, body: object) =>
    (await as(version)).call('POST', '/api/client/metrics', { token: BACKEND, body })

  it.each([
    ['6', 400],
    ['7', 400],
    ['8', 202],
  ])('in %s are %i', async (version, status) => {
    const answer = await send(version, { appName: 'shop' })
    expect(answer.status).toBe(status)
    if (status === 202) expect(answer.text).toBe('')
  })

  it('in 8 are rejected for other errors', async () => {
    expect((await send('8', {})).status).toBe(400)
    expect((await send('8', { appName: 'shop', bucket: 5 })).status).toBe(400)
    expect((await send('8', { appName: 'shop', bucket: {} })).status).toBe(400)
  })
})

describe('the additions of 8', () => {
  it.each(['6', '7', '8'])('in %s: the onboarding state of a project', async (version) => {
    const { body } = await (await as(version)).call(getProjects)
    const [project] = list(body, 'projects')
    expect(project).toHaveProperty('owners')
    expect(project?.['onboardingStatus']).toEqual(version === '8' ? { status: 'onboarded' } : undefined)
  })

  it.each(['6', '7', '8'])('in %s: whether a token is kept secret', async (version) => {
    const { call } = await as(version)
    const body = { tokenName: `token-${count++}`, type: 'client', environment: 'development' }
    const secure = version === '8' ? false : undefined
    const created = await call(createApiToken, { body })
    expect((created.body as Json)['secure']).toBe(secure)
    for (const path of ['/api/admin/api-tokens', '/api/admin/projects/default/api-tokens']) {
      const tokens = list((await call('GET', path)).body, 'tokens')
      expect(tokens.length).toBeGreaterThan(0)
      for (const token of tokens) expect(token['secure']).toBe(secure)
    }
  })

  it('in 8.1 are absent from tokens', async () => {
    expect((await (await as('8.1')).call(getAllApiTokens)).text).not.toContain('secure')
  })

  it.each(['6', '7', '8'])(
    'in %s: the groups of a user, and whether there is a password',
    async (version) => {
      const { call, backend } = await as(version)
      const { id } = await backend.store.queries
        .selectFrom('users')
        .select('id')
        .where('username', '=', 'ann')
        .executeTakeFirstOrThrow()
      await call(createGroup, { body: { name: 'team', users: [{ user: { id } }] } })
      const { body } = await call(getProfile, { as: 'ann' })
      expect(body).toMatchObject({ rootRole: { name: 'Editor' } })
      const { groups, canChangePassword } = body
      expect([groups, canChangePassword]).toEqual(
        version === '8' ? [['team'], false] : [undefined, undefined],
      )
    },
  )
})

describe('custom metrics', () => {
  it.each([
    ['7', 202, 200],
    ['8.0', 202, 200],
    ['8.1', 404, 404],
    ['8', 404, 404],
  ])('in %s: %i when reported, %i when read', async (version, reported, read) => {
    const { call } = await as(version)
    const body = { metrics: [{ name: 'orders', value: 1 }] }
    expect((await call('POST', '/api/client/metrics/custom', { token: BACKEND, body })).status).toBe(reported)
    expect((await call('GET', '/api/admin/custom-metrics')).status).toBe(read)
  })
})

describe('the search of archived flags', () => {
  it.each(['7', '8'])('in %s supports `archived` and the stage', async (version) => {
    const { call } = await as(version)
    const name = `gone-${version}`
    await call(createFeature, { params: { projectId: 'default' }, body: { name } })
    await call(archiveFeature, { params: { projectId: 'default', featureName: name } })
    for (const query of ['archived=IS:true', 'lifecycle=IS:archived']) {
      const { status, body } = await call('GET', `/api/admin/search/features?${query}`)
      expect(status).toBe(200)
      expect(list(body, 'features').map((flag) => flag['name'])).toEqual([name])
    }
    const document = (await call('GET', '/docs/openapi.json')).body as {
      paths: Record<string, { get: { parameters: { name: string; deprecated?: boolean }[] } }>
    }
    const parameters = document.paths['/api/admin/search/features']?.get.parameters ?? []
    expect(parameters.find((one) => one.name === 'archived')?.deprecated).toBe(
      version === '8' ? true : undefined,
    )
  })
})
