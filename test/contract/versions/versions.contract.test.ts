import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gte, lte } from 'semver'

import { OPERATIONS } from '#shared/contract/index.ts'
import { CONTRACT_VERSION, VERSION_CHANGES } from '#shared/versions/rules/index.ts'
import { ADMIN, startBackend, type TestBackend } from '#support/service/start-backend.ts'

/** The operations that a capability of the document's table is made of: all below these paths, and those alone. */
const OPERATIONS_OF: Record<string, RegExp> = {
  'capability-custom-project-roles': /^\/api\/admin\/roles(\/|$)/,
  'capability-user-groups': /^\/api\/admin\/groups(\/|$)/,
  'capability-default-strategy': /\/default-strategy$/,
  'capability-signals': /^\/api\/(admin\/)?signal/,
  'capability-archive-projects': /^\/api\/admin\/projects\/(archive|revive)\//,
}

let app: TestBackend
beforeAll(async () => {
  app = await startBackend()
})
afterAll(() => app.stop())

const removed = VERSION_CHANGES.filter(
  ({ kind, version }) => kind === 'endpoint removed' && lte(version, CONTRACT_VERSION),
)
const calls = removed.flatMap(({ endpoints = [] }) => endpoints)
const plain = (path: string) => path.replaceAll(/:(\w+)/g, '{}')

describe('the contract and the table of versions', () => {
  it.each(calls.map(({ method, path }) => [method, path] as const))(
    '%s %s is removed, and answered as an unknown path',
    async (method, path) => {
      const isServed = OPERATIONS.some((one) => one.method === method && plain(one.path) === plain(path))
      expect(isServed).toBe(false)
      const answer = await app.call(method, path.replaceAll(/:\w+/g, 'default'), { token: ADMIN })
      expect(answer.status).toBe(404)
    },
  )

  it('include the replacement of every removed operation', () => {
    const replacements = removed.flatMap(({ replacement }) =>
      replacement?.startsWith('/') ? [replacement] : [],
    )
    const missing = replacements.filter((replacement) => {
      const path = replacement.split('?')[0] ?? ''
      return !OPERATIONS.some((one) => plain(one.path) === path.replaceAll(/\{\w+\}/g, '{}'))
    })
    expect([...new Set(missing)].sort()).toEqual([])
  })

  it.each(Object.entries(OPERATIONS_OF))('%s: its operations were added with it, or later', (id, path) => {
    const version = VERSION_CHANGES.find((one) => one.id === id)?.version ?? ''
    const operations = OPERATIONS.filter((one) => path.test(one.path))
    expect(operations.length).toBeGreaterThan(0)
    const early = operations.filter(({ lifecycle }) => !gte(lifecycle.since, version))
    expect(early.map(({ operationId, lifecycle }) => [operationId, lifecycle.since])).toEqual([])
    expect(operations.some(({ lifecycle }) => lifecycle.since === version)).toBe(true)
  })

  it('agree on what is deprecated: later removals are marked, with their replacement', () => {
    const marked = OPERATIONS.filter(
      ({ lifecycle }) => lifecycle.deprecated !== undefined && !lifecycle.restored,
    )
    expect(marked.length).toBeGreaterThan(0)
    for (const { operationId, lifecycle } of marked) {
      expect(gte(lifecycle.deprecated ?? '', lifecycle.since), operationId).toBe(true)
      expect(lifecycle.replacement, operationId).toBeTruthy()
    }
  })
})
