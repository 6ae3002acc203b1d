import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { getMirror } from '#shared/clients/contract/edge.ts'
import { getEdgeInstances } from '#shared/clients/contract/edge-instances.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { createSegment } from '#shared/flags/contract/segments.ts'
import { addFeatureStrategy } from '#shared/flags/contract/strategies.ts'
import { updateProjectEnterpriseSettings } from '#shared/projects/contract/project-lifecycle.ts'
import { BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { PEOPLE, requestsOf } from '#support/stages/change-requests.ts'
import { enabling } from '#support/stages/change-request-stage.ts'
import { addProject } from '#support/stages/projects.ts'
import { releasesOf } from '#support/stages/releases.ts'
import { startRecordingServer } from '#support/stand-ins/recording-server.ts'

const EVERYTHING = '*:production.enterprise-all'

/** Token of the private project. */
let shop = ''
let upstream: TestBackend
let url: string
const mirrors: TestBackend[] = []
beforeAll(async () => {
  upstream = await startBackend({
    users: PEOPLE,
    env: { INIT_BACKEND_API_TOKENS: `${BACKEND},${EVERYTHING}` },
  })
  url = await upstream.backend.listen('auto')
  await addProject(upstream, 'shop')
  await upstream.call(createFeature, { params: { projectId: 'shop' }, body: { name: 'basket' } })
  const { status } = await upstream.call(updateProjectEnterpriseSettings, {
    params: { projectId: 'shop' },
    body: { mode: 'private' },
  })
  expect(status).toBe(200)
  shop = await makeToken('shop')
})
afterAll(async () => {
  for (const app of mirrors) await app.stop()
  await upstream.stop()
})

/** Makes a token of the private project there. */
async function makeToken(tokenName: string): Promise<string> {
  const { body } = await upstream.call(createApiToken, {
    body: { tokenName, type: 'client', environment: 'production', projects: ['shop'] },
  })
  return (body as { secret: string }).secret
}

async function startMirror(tokens: string, at = url) {
  const app = await startBackend({ env: { HALYARD_UPSTREAM: at, HALYARD_UPSTREAM_TOKENS: tokens } })
  mirrors.push(app)
  await app.backend.runJobs()
  return app
}

/** Reads the flags that an SDK gets, here or there. */
async function flagsOf(app: TestBackend, token: string): Promise<ClientFeature[]> {
  const { body, status } = await app.call(getAllClientFeatures, {
    ...{ token, headers: { 'unleash-client-spec': '5.2.0' } },
  })
  expect(status).toBe(200)
  return (body as { features: ClientFeature[] }).features
}
const round = async (app: TestBackend) => {
  app.clock.advance(15_000)
  await app.backend.runJobs()
}

describe('a mirror of an instance with the features of Enterprise', () => {
  it('has a change when its change request is applied, and not before', async () => {
    const requests = requestsOf(upstream)
    await requests.configure(1)
    const flag = await requests.addFlag('requested')
    await requests.addStrategy(flag)
    const app = await startMirror(EVERYTHING)
    const isOn = async () => {
      await round(app)
      return (await flagsOf(app, EVERYTHING)).find(({ name }) => name === flag)?.enabled
    }
    expect(await isOn()).toBe(false)
    const { id } = await requests.add(enabling(flag, true))
    expect(await isOn()).toBe(false)
    await requests.move(id, 'In review')
    await requests.move(id, 'Approved', 'reviewer')
    expect(await isOn()).toBe(false)
    await requests.move(id, 'Applied', 'applier')
    expect(await isOn()).toBe(true)
  })

  it('has the flags of a private project for tokens of that project only', async () => {
    const app = await startMirror(`${EVERYTHING},${shop}`)
    const names = async (token: string) => (await flagsOf(app, token)).map(({ name }) => name)
    expect(await names(shop)).toEqual(['basket'])
    expect(await names(EVERYTHING)).toContain('basket')
    const other = await startMirror(BACKEND)
    expect((await flagsOf(other, BACKEND)).map(({ name }) => name)).not.toContain('basket')
  })

  it('has segments of a project under their ids, and strategies of the milestone that runs', async () => {
    const { body: segment } = await upstream.call(createSegment, {
      body: {
        ...{ name: 'shoppers', project: 'shop' },
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
      },
    })
    const { id } = segment as { id: number }
    await upstream.call(addFeatureStrategy, {
      params: { projectId: 'shop', featureName: 'basket', environment: 'production' },
      body: { name: 'default', segments: [id] },
    })
    const releases = releasesOf(upstream)
    const flag = await releases.addFlag('released')
    const plan = await releases.addPlan(flag)
    await releases.on(flag)
    const app = await startMirror(`${shop},${BACKEND}`)
    expect((await flagsOf(app, shop))[0]?.strategies[0]?.segments).toEqual([id])
    const rollouts = async () => {
      await round(app)
      const [there, here] = [await flagsOf(upstream, BACKEND), await flagsOf(app, BACKEND)].map((flags) =>
        flags.find(({ name }) => name === flag)?.strategies.map(({ parameters }) => parameters),
      )
      expect(here).toEqual(there)
      return here
    }
    await releases.start(flag, plan, 0)
    const first = await rollouts()
    expect(first?.length).toBeGreaterThan(0)
    await releases.start(flag, plan, 1)
    expect(await rollouts()).not.toEqual(first)
  })

  it('gets nothing any more once its token is deleted there, and all of its own is kept', async () => {
    const secret = await makeToken('short')
    const app = await startMirror(secret)
    expect((await flagsOf(app, secret)).map(({ name }) => name)).toEqual(['basket'])
    await upstream.call('DELETE', `/api/admin/api-tokens/${secret}`)
    await round(app)
    const [source] = (await app.call(getMirror)).body.sources
    expect(source?.problem).toMatch(/token/i)
  })

  it('is listed there as an instance of Edge', async () => {
    const app = await startMirror(EVERYTHING)
    app.clock.advance(60_000)
    await app.backend.runJobs()
    await app.backend.services.stateReporter?.settled
    const { body } = await upstream.call(getEdgeInstances)
    expect(JSON.stringify(body)).toContain('halyard-mirror')
  })
})

describe('the published shape of Enterprise', () => {
  it('has fields beyond those of an SDK, of which a mirror passes on what SDKs read', async () => {
    const strategy = {
      ...{
        id: 's1',
        name: 'flexibleRollout',
        title: 'Half',
        disabled: false,
        featureName: 'wide',
        sortOrder: 3,
      },
      parameters: { rollout: '50', stickiness: 'default', groupId: 'wide' },
      ...{ constraints: [], segments: [1], variants: [] },
    }
    const parent = { name: 'parent', enabled: true, project: 'shop', strategies: [{ name: 'default' }] }
    const flag = {
      ...{ name: 'wide', type: 'kill-switch', description: null, enabled: true, stale: false },
      ...{ impressionData: true, project: 'shop', strategies: [strategy], variants: null },
      dependencies: [{ feature: 'parent', enabled: true, variants: ['a'] }],
      newField: { of: 'a later version' },
    }
    const body = {
      ...{ version: 2, features: [parent, flag], meta: { revisionId: 7, etag: '"x:7"', queryHash: 'x' } },
      segments: [{ id: 1, constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }] }],
    }
    const server = await startRecordingServer(() => ({ status: 200, body }))
    const app = await startMirror(shop, server.url)
    const got = (await flagsOf(app, shop)).find(({ name }) => name === 'wide')
    expect(got).toMatchObject({
      ...{ name: 'wide', type: 'kill-switch', impressionData: true, project: 'shop', enabled: true },
      strategies: [{ name: 'flexibleRollout', parameters: strategy.parameters, segments: [1] }],
      dependencies: [{ feature: 'parent', enabled: true, variants: ['a'] }],
    })
    await server.stop()
  })
})
