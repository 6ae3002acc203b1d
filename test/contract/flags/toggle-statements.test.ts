import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  toggleFeatureEnvironmentOff,
  toggleFeatureEnvironmentOn,
} from '#shared/flags/contract/feature-environments.ts'
import { createFeature } from '#shared/flags/contract/features.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const params = { projectId: 'default', featureName: 'flag', environment: 'development' }
let app: TestBackend
let statements: string[] = []

beforeAll(async () => {
  app = await startBackend({ disk: { beforeStatement: (sql) => void statements.push(sql) } })
  await app.call(createFeature, { params: { projectId: 'default' }, body: { name: 'flag' } })
  await app.call(toggleFeatureEnvironmentOn, { params })
})
afterAll(() => app.stop())

/** Statements up to the commit, without the transaction's own. */
function ownStatements(): string[] {
  const commit = statements.indexOf('commit')
  return statements.slice(0, commit < 0 ? undefined : commit).filter((sql) => !sql.startsWith('begin'))
}

it.each([
  ['off', toggleFeatureEnvironmentOff],
  ['on', toggleFeatureEnvironmentOn],
  ['off again', toggleFeatureEnvironmentOff],
])('a toggle takes six statements in its transaction: %s', async (_name, operation) => {
  statements = []
  expect((await app.call(operation, { params })).status).toBe(200)
  expect(ownStatements().map((sql) => sql.trim().split(/\s/)[0])).toEqual([
    'select', // change requests needed?
    'select', // the flag in the environment
    'update',
    'select', // tags of the event
    'insert', // the event
    'select', // followers
  ])
})
