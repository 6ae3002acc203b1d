import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { BUILT_IN, SAFEGUARD, type Releases } from '#support/stages/releases.ts'
import type { TestBackend } from '#support/service/start-backend.ts'
import { startReleases } from '#support/stages/start-releases.ts'
import { archiveFeature, cloneFeature } from '#shared/flags/contract/features.ts'
import { deleteFeature } from '#shared/flags/contract/archive.ts'
import { createEnvironment, removeEnvironment } from '#shared/projects/contract/environment-lifecycle.ts'
import {
  addEnvironmentToProject,
  removeEnvironmentFromProject,
} from '#shared/projects/contract/project-environments.ts'
import { exportFeatures, importToggles, validateImport } from '#shared/transfer/contract/import-export.ts'

let app: TestBackend
let releases: Releases
let flag: string
let count = 0

beforeAll(async () => {
  ;({ app, releases } = await startReleases({ users: [{ username: 'importer', roles: ['Admin'] }] }))
})
beforeEach(async () => {
  flag = await releases.addFlag(`flag-${++count}`)
})
afterAll(() => app.stop())

describe('a release plan', () => {
  const left = async (table: 'release_plan_definitions' | 'milestones') => {
    const { queries } = app.backend.store
    const rows =
      table === 'milestones'
        ? await queries.selectFrom('milestones').select('definition_id as id').execute()
        : await queries.selectFrom('release_plan_definitions').select('id').execute()
    return new Set(rows.map((row) => row.id))
  }

  it('is deleted with its flag', async () => {
    const { id } = await releases.addPlan(flag)
    await app.call(archiveFeature, { params: { projectId: 'default', featureName: flag } })
    expect((await releases.planOf(flag)).id).toBe(id)
    await app.call(deleteFeature, { params: { featureName: flag } })
    expect([(await left('release_plan_definitions')).has(id), (await left('milestones')).has(id)]).toEqual([
      false,
      false,
    ])
  })

  it('is deleted with the environment of its project, and with the environment', async () => {
    await app.call(createEnvironment, { body: { name: `env-${count}`, type: 'test' } })
    const environment = { environment: `env-${count}` }
    await app.call(addEnvironmentToProject, { params: { projectId: 'default' }, body: environment })
    const first = await releases.addPlan(flag, BUILT_IN, environment.environment)
    await app.call(removeEnvironmentFromProject, {
      params: { projectId: 'default', environment: environment.environment },
    })
    expect((await left('release_plan_definitions')).has(first.id)).toBe(false)
    await app.call(addEnvironmentToProject, { params: { projectId: 'default' }, body: environment })
    const second = await releases.addPlan(flag, BUILT_IN, environment.environment)
    await app.call(removeEnvironment, { params: { name: environment.environment } })
    expect((await left('release_plan_definitions')).has(second.id)).toBe(false)
  })

  it('is exported with its flag, and with the safeguard of the environment', async () => {
    const exported = async () => {
      const { body } = await app.call(exportFeatures, {
        body: { environment: 'development', features: [flag] },
      })
      return body.featureEnvironments?.[0]
    }
    expect(await exported()).not.toHaveProperty('releasePlans')
    const { id } = await releases.addPlan(flag)
    const safeguards = `${releases.pathOf(flag)}/safeguards`
    expect((await app.call('PUT', safeguards, { body: SAFEGUARD })).status).toBeLessThan(300)
    expect(await exported()).toMatchObject({
      releasePlans: [{ id, featureName: flag, milestones: expect.any(Array) as unknown }],
      safeguards: [SAFEGUARD],
    })
  })

  it('is deleted by an import that replaces the flag', async () => {
    await releases.on(flag)
    const plan = await releases.addPlan(flag)
    const { body: data } = await app.call(exportFeatures, {
      body: { environment: 'development', features: [flag] },
    })
    expect(data.featureEnvironments).toMatchObject([
      { name: flag, releasePlans: [await releases.planOf(flag)] },
    ])
    const validated = await app.call(validateImport, {
      body: { project: 'default', environment: 'development', data },
      as: 'importer',
    })
    expect(validated.body.warnings).toContainEqual({
      message: expect.stringMatching(/release plan .* will not be imported/) as string,
      affectedItems: [flag],
    })
    const imported = await app.call(importToggles, {
      body: { project: 'default', environment: 'development', data },
      as: 'importer',
    })
    expect(imported.status).toBe(200)
    expect((await left('release_plan_definitions')).has(plan.id)).toBe(false)
    // strategies of the active milestone are ordinary ones now
    expect(await releases.rolloutsOf(flag)).toEqual(['100', '25'])
  })

  it('is not copied to a clone of the flag, but its strategies are', async () => {
    await releases.on(flag)
    await releases.addPlan(flag)
    const name = `${flag}-clone`
    await app.call(cloneFeature, { params: { projectId: 'default', featureName: flag }, body: { name } })
    expect((await app.call('GET', `${releases.pathOf(name)}/release-plans`)).body).toEqual([])
    const { body } = await app.call('GET', `${releases.pathOf(name)}/strategies`)
    expect(body).toMatchObject([{ milestoneId: null }, { milestoneId: null }])
  })
})
