import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { hasBody, OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { PERMISSIONS } from '#shared/access/permissions/index.ts'
import { minimalBody } from '#support/service/minimal-body.ts'
import {
  PRIVATE_WORD,
  requireSuccess,
  NONE,
  usePrivateProject,
  withoutNames,
} from '#support/service/private-project.ts'
import { updateProjectChangeRequestConfig } from '#shared/changes/contract/change-request-settings.ts'

/**
 * Tests names and IDs that only a private project has, used outside its path. A caller with all permissions
 * in `default` who can't see the project gets word for word the same error as for a nonexistent item
 * (docs/contract/projects.md#collaboration-modes).
 */
const KEEPER = 'keeper'
const DEFAULT = '/api/admin/projects/default'
const stage = usePrivateProject({
  username: KEEPER,
  roles: ['Viewer'],
  permissions: rightsIn('production', 'development'),
})
beforeAll(() => askForChanges(false))

/**
 * Turns change requests on or off in an environment of the open project. While on, direct changes there get
 * that error, whatever they name.
 */
const askForChanges = (changeRequestsEnabled: boolean) =>
  requireSuccess(
    stage.app.call(updateProjectChangeRequestConfig, {
      params: { projectId: 'default', environment: 'development' },
      body: { changeRequestsEnabled, requiredApprovals: 1 },
    }),
  )

/** Lists all permissions of a project role in these environments. */
function rightsIn(...environments: string[]) {
  return PERMISSIONS.filter(({ scope }) => scope !== 'root').flatMap(({ name: permission, scope }) =>
    scope === 'environment'
      ? environments.map((environment) => ({ permission, environment }))
      : [{ permission }],
  )
}

const FLAGS = ['flag', 'old', 'child'] as const

const ask = (operation: Operation, values: Record<string, string>, body: unknown, query = '') =>
  stage.app.call(
    operation.method,
    operation.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'x') + query,
    { as: KEEPER, ...(hasBody(operation) ? { body } : {}) },
  )

const admin = OPERATIONS.filter(({ audience }) => audience === 'admin')
const withId = (operation: Operation) => [operation.operationId, operation] as const

describe('a flag in the path', () => {
  const OF_A_FLAG = /:(featureName|child|parent)\b|\/client-metrics\/features\/:name/
  const OPEN: Record<string, string> = {
    projectId: 'default',
    featureName: 'open-flag',
    child: 'open-child',
    parent: 'open-flag',
    environment: 'production',
    type: 'simple',
    value: 'payments',
  }
  const asked = admin.filter(({ path }) => OF_A_FLAG.test(path))

  it('is declared by many operations', () => expect(asked.length).toBeGreaterThan(50))

  it.each(asked.map(withId))('%s', async (_id, operation) => {
    const params = [...operation.path.matchAll(/:(featureName|child|parent|name)\b/g)].map(
      ([, name = '']) => name,
    )
    for (const param of params)
      for (const flag of FLAGS) {
        const values = { ...OPEN, strategyId: stage.there.strategyId }
        const [hidden, none] = [
          await ask(operation, { ...values, [param]: `${PRIVATE_WORD}-${flag}` }, bodyOf(operation)),
          await ask(operation, { ...values, [param]: `${NONE}-${flag}` }, bodyOf(operation)),
        ]
        expect(withoutNames(hidden)).toEqual(withoutNames(none))
      }
  })

  const bodyOf = (operation: Operation) => OVERRIDES[operation.operationId] ?? minimalBody(operation)
  /** Valid bodies, so that the error is about the flag. */
  const OVERRIDES: Record<string, unknown> = {
    addFeatureDependency: { feature: 'open-flag' },
    changeProject: { newProjectId: 'default' },
    overwriteFeatureVariantsOnEnvironments: { variants: [], environments: ['production'] },
  }
})

type Sent = Record<string, (flag: string) => unknown>
const batch = (flag: string) => ({ features: [flag, 'open-child'] })
const change = (feature: string) => ({ action: 'updateEnabled', feature, payload: { enabled: true } })

describe('a flag in the body', () => {
  /** Requests by operation. Operations that only store a name and look it up later answer the same anyhow. */
  const SENT: Sent = {
    addChangesToRequest: change,
    addChangesToChosenRequest: change,
    startChangeRequest: change,
    editChange: change,
    createActions: (featureName) => actionsOn(featureName),
    updateActions: (featureName) => actionsOn(featureName),
    backtestActions: (featureName) => actionsOn(featureName),
    staleFeatures: (flag) => ({ ...batch(flag), stale: true }),
    archiveFeatures: (flag) => ({ features: [flag] }),
    deleteFeatures: (flag) => ({ features: [flag] }),
    reviveFeatures: (flag) => ({ features: [flag] }),
    validateArchiveFeatures: batch,
    bulkToggleFeaturesEnvironmentOff: batch,
    bulkToggleFeaturesEnvironmentOn: batch,
    addTagToFeatures: (flag) => ({
      ...batch(flag),
      tags: { addedTags: [{ type: 'simple', value: 'payments' }], removedTags: [] },
    }),
    addFeatureDependency: (feature) => ({ feature }),
    exportFeatures: (flag) => ({ environment: 'production', ...batch(flag) }),
    validateImport: (flag) => fileWithParent(flag),
    importToggles: (flag) => fileWithParent(flag),
    requestImport: (flag) => ({ data: fileWithParent(flag).data }),
    explainFlagWithPost: (flag) => ({ flag, environment: 'production' }),
    findResultChanges: (flag) => ({ flag, environment: 'production' }),
    createExpectation: (flag) => expectationOf(flag),
    updateExpectation: (flag) => expectationOf(flag),
    runExpectations: (flag) => ({ flag, expectations: [expectationOf(flag)] }),
    getPastPlayground: (flag) => ({
      environments: ['production'],
      ...batch(flag),
      context: { appName: 'web' },
      at: '2026-11-21T12:00:00.000Z',
    }),
    getAdvancedPlayground: (flag) => ({
      environments: ['production'],
      ...batch(flag),
      context: { appName: 'web' },
    }),
    getBlastRadius: (flag) => ({ environment: 'production', changes: [change(flag)] }),
    previewRemotePull: (flag) => pullOf(flag),
    pullRemote: (flag) => pullOf(flag),
  }
  const expectationOf = (flag: string) => ({ flag, environment: 'production', expect: { enabled: true } })
  const actionsOn = (featureName: string) => ({
    ...(minimalBody({ operationId: 'createActions' }) as object),
    actions: [
      {
        action: 'TOGGLE_FEATURE_ON',
        sortOrder: 1,
        executionParams: { project: 'default', environment: 'production', featureName },
      },
    ],
  })
  const fileWithParent = (feature: string) => ({
    project: 'default',
    environment: 'production',
    data: {
      features: [{ name: 'open-child' }],
      featureStrategies: [],
      tagTypes: [],
      dependencies: [{ feature: 'open-child', dependencies: [{ feature }] }],
    },
  })
  const pullOf = (flag: string) => ({
    ...(minimalBody({ operationId: 'pullRemote' }) as object),
    choices: [{ flag, take: 'mine' }],
  })
  const PLACE = { projectId: 'default', environment: 'production', child: 'open-child', id: '1' }
  const namesFlags = admin.filter(({ body }) =>
    propertiesOf(body).some((name) =>
      /^(feature|features|featureName|flag|flags|child|parents?)$/.test(name),
    ),
  )

  it('is sent in all these ways', () =>
    expect(Object.keys(SENT).toSorted()).toEqual(namesFlags.map((one) => one.operationId).toSorted()))

  it.each(namesFlags.map(withId))('%s', async (id, operation) => {
    const body = SENT[id] ?? (() => undefined)
    const place = /change-requests/.test(operation.path) ? await requestOf() : PLACE
    for (const flag of FLAGS)
      expect(withoutNames(await ask(operation, place, body(`${PRIVATE_WORD}-${flag}`)))).toEqual(
        withoutNames(await ask(operation, place, body(`${NONE}-${flag}`))),
      )
    await askForChanges(false)
  })

  const REQUESTS = `${DEFAULT}/environments/development/change-requests`
  const requestOf = async (): Promise<Record<string, string>> => {
    await askForChanges(true)
    const { body } = await requireSuccess(
      stage.app.call('POST', REQUESTS, { as: KEEPER, body: change('open-flag') }),
    )
    const { id, features } = body as { id: number; features: { changes: { id: number }[] }[] }
    return {
      ...PLACE,
      environment: 'development',
      id: String(id),
      changeRequestId: String(id),
      changeId: String(features[0]?.changes[0]?.id),
    }
  }

  it('is the parent in a change request', async () => {
    await askForChanges(true)
    const asking = (feature: string) =>
      stage.app.call('POST', REQUESTS, {
        as: KEEPER,
        body: { action: 'addDependency', feature: 'open-child', payload: { feature } },
      })
    for (const flag of FLAGS)
      expect(withoutNames(await asking(`${PRIVATE_WORD}-${flag}`))).toEqual(
        withoutNames(await asking(`${NONE}-${flag}`)),
      )
    await askForChanges(false)
  })
})

describe('a flag in the query', () => {
  const asked = admin.filter(({ query }) => propertiesOf(query).some((name) => /^(feature|flag)$/.test(name)))
  it.each(asked.map(withId))('%s', async (_id, operation) => {
    const param = propertiesOf(operation.query).includes('flag') ? 'flag' : 'feature'
    const inQuery = (name: string) =>
      ask(operation, { projectId: 'default' }, {}, `?${param}=${name}&environment=production`)
    for (const flag of FLAGS)
      expect(withoutNames(await inQuery(`${PRIVATE_WORD}-${flag}`))).toEqual(
        withoutNames(await inQuery(`${NONE}-${flag}`)),
      )
  })
})

/** Tests that taken names are rejected, without saying where they are taken. */
describe('the name of a hidden flag', () => {
  const file = {
    project: 'default',
    environment: 'production',
    data: { features: [{ name: `${PRIVATE_WORD}-flag` }], featureStrategies: [], tagTypes: [] },
  }
  it.each([
    ['createFeature', '/api/admin/projects/default/features', { name: `${PRIVATE_WORD}-flag` }, 409],
    [
      'cloneFeature',
      '/api/admin/projects/default/features/open-flag/clone',
      { name: `${PRIVATE_WORD}-flag` },
      409,
    ],
    ['validateFeature', '/api/admin/features/validate', { name: `${PRIVATE_WORD}-flag` }, 409],
    ['validateImport', '/api/admin/features-batch/validate', file, 200],
    ['importToggles', '/api/admin/features-batch/import', file, 400],
  ])('%s', async (_id, path, body, status) => {
    const answer = await stage.app.call('POST', path, { as: KEEPER, body })
    expect(answer.status).toBe(status)
    expect(answer.text).toMatch(/exist/)
    expect(answer.text.replaceAll(`${PRIVATE_WORD}-flag`, '')).not.toContain(PRIVATE_WORD)
  })
})

/** Collects the names of all properties in a schema, at any depth. */
function propertiesOf(schema: z.ZodType): string[] {
  const names: string[] = []
  JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }), (_key, value: unknown) => {
    const { properties } = (value ?? {}) as { properties?: object }
    if (properties) names.push(...Object.keys(properties))
    return value
  })
  return names
}
