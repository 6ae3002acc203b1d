import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { hasBody, OPERATIONS, type Operation } from '../../src-shared/contract/index.ts'
import { PERMISSIONS } from '../../src-shared/permissions/index.ts'
import { minimalBody } from '../support/minimal-body.ts'
import { addPrivateProject, HUSH, LOOKERS, type PrivateProject } from '../support/private-project.ts'
import { startBackend, type Answer, type TestBackend } from '../support/start-backend.ts'

/**
 * What is asked by a name or a number that only a private project has, elsewhere than under it, is answered word for
 * word as what never was (semantics.md 3.6): to who may do everything in `default`, and does not see that project.
 */
let app: TestBackend
let there: PrivateProject
const KEEPER = 'keeper'

beforeAll(async () => {
  app = await startBackend({
    users: [
      ...LOOKERS,
      { username: KEEPER, roles: ['Viewer'], permissions: rightsIn('production', 'development') },
    ],
    rateLimits: { perMinute: {} },
  })
  there = await addPrivateProject(app)
})
afterAll(() => app.stop())

/** Everything that a project role can give, in these environments. */
function rightsIn(...environments: string[]) {
  return PERMISSIONS.filter(({ scope }) => scope !== 'root').flatMap(({ name: permission, scope }) =>
    scope === 'environment'
      ? environments.map((environment) => ({ permission, environment }))
      : [{ permission }],
  )
}

const NONE = 'nosy'
const FLAGS = ['flag', 'old', 'child'] as const

const ask = (operation: Operation, values: Record<string, string>, body: unknown, query = '') =>
  app.call(
    operation.method,
    operation.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'x') + query,
    { as: KEEPER, ...(hasBody(operation) ? { body } : {}) },
  )

/** An answer less the name that was asked for, and what is new in every answer. */
const told = ({ status, text }: Answer) => [
  status,
  text
    .replaceAll(HUSH, NONE)
    .replace(/"id":"[^"]*"/g, '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''),
]

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

  it('is named by many operations', () => expect(asked.length).toBeGreaterThan(50))

  it.each(asked.map(withId))('%s', async (_id, operation) => {
    const params = [...operation.path.matchAll(/:(featureName|child|parent|name)\b/g)].map(
      ([, name = '']) => name,
    )
    for (const param of params)
      for (const flag of FLAGS) {
        const values = { ...OPEN, strategyId: there.strategyId }
        const [hidden, none] = [
          await ask(operation, { ...values, [param]: `${HUSH}-${flag}` }, bodyOf(operation)),
          await ask(operation, { ...values, [param]: `${NONE}-${flag}` }, bodyOf(operation)),
        ]
        expect(told(hidden)).toEqual(told(none))
      }
  })

  const bodyOf = (operation: Operation) => OVERRIDES[operation.operationId] ?? minimalBody(operation)
  /** Bodies that are right in what they name, so that it is the flag that is refused. */
  const OVERRIDES: Record<string, unknown> = {
    addFeatureDependency: { feature: 'open-flag' },
    changeProject: { newProjectId: 'default' },
  }
})
