import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { FORMER_FORMS, FORMER_OPERATIONS } from '#shared/versions/contract/former/index.ts'
import type { Operation } from '#shared/contract/index.ts'
import { NEWEST_RELEASES } from '#shared/versions/rules/index.ts'
import { contractOf, firstContractOf, LATER_OPERATIONS } from '#support/service/contract-of.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { FUZZER, fuzzOperation, neverAccepted } from './fuzz-operation.ts'
import { archiveFeature } from '#shared/flags/contract/features.ts'

/** Operations and forms of other contracts only, tested on the first and the last version that has them. */
const ASKED = [...FORMER_OPERATIONS, ...FORMER_FORMS, ...LATER_OPERATIONS]
const isAsked = (operation: Operation, contract: string) =>
  [firstContractOf(operation), contractOf(operation)].includes(contract)
const VERSIONS = Object.values(NEWEST_RELEASES).filter((contract) =>
  ASKED.some((operation) => isAsked(operation, contract)),
)
/** Likely values for one operation only. */
const KNOWN_OF: Record<string, Record<string, string[]>> = {
  createApiToken: {
    type: ['admin', 'Admin', 'client'],
    environment: ['development', '*'],
    projects: ['*', 'default'],
  },
}
const PROJECT_FLAGS = '/api/admin/projects/default/features'
let count = 0

describe.each(VERSIONS)('contract %s', (contract) => {
  const operations = ASKED.filter((operation) => isAsked(operation, contract))
  let app: TestBackend | undefined
  let known: Record<string, string[]> = {}

  // each operation has its own flag and users
  beforeEach(async () => {
    app ??= await startBackend({
      contract,
      rateLimits: { perMinute: {} },
      env: { UNLEASH_RELEASE_TEMPLATES_LIMIT: '100000' },
      users: [FUZZER],
    })
    known = await makeThings(app, `thing-${count++}`)
  })
  afterAll(async () => {
    if (app) expect(neverAccepted(app, operations)).toEqual([])
    await app?.stop()
  })

  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s answers every input within its contract',
    async (id, operation) => {
      if (!app) throw new Error('not started')
      await fuzzOperation(app, operation, { ...known, ...KNOWN_OF[id] })
    },
  )
})

/**
 * Creates the items that requests need. Items that the version can't create are not needed by its operations.
 */
async function makeThings(app: TestBackend, name: string): Promise<Record<string, string[]>> {
  const made = async (path: string, body: object) =>
    ((await app.call('POST', path, { body })).body ?? {}) as { id?: number | string }
  await made(PROJECT_FLAGS, { name })
  await made('/api/admin/features', { name })
  await made(PROJECT_FLAGS, { name: `${name}-archived` })
  await app.call(archiveFeature, { params: { projectId: 'default', featureName: `${name}-archived` } })
  const user = await made('/api/admin/user-admin', {
    username: name,
    email: `${name}@example.com`,
    rootRole: 3,
  })
  const group = await made('/api/admin/groups', { name })
  const template = await made('/api/admin/projects/default/release-templates', { name })
  return {
    projectId: ['default'],
    project: ['default'],
    featureName: [name, name, name, `${name}-archived`],
    feature: [name],
    userId: [String(user.id ?? 1)],
    groupId: [String(group.id ?? 1)],
    templateId: [String(template.id ?? 'none')],
    id: ['1', String(user.id ?? 1), String(template.id ?? 1)],
    roleId: ['4', '5', '6'],
    period: ['2026-11', '2024-02'],
    frontendApiOrigins: ['*', 'https://example.com'],
    name: ['default', 'flexibleRollout', 'a-new-name'],
    type: ['release', 'feature-created'],
    namePrefix: [name],
    appName: ['app'],
    environment: ['development'],
  }
}
