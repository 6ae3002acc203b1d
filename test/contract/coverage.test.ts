import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { OPERATIONS } from '../../src-shared/contract/index.ts'
import { root } from '../support/root.ts'

interface Listed {
  operationId: string
  method: string
  path: string
}

/** Names and paths of the operations of contract v7, by tag; no shapes, no texts. */
const V7 = JSON.parse(
  readFileSync(path.join(root, 'test/fixtures/contract-v7-operations.json'), 'utf8'),
) as Record<string, Listed[]>

/** The groups that have to be whole by now (issue 02). */
const WHOLE = [
  'Archive',
  'Metrics',
  'Features',
  'Context',
  'Strategies',
  'Events',
  'Feature Types',
  'Import/Export',
  'Unknown Flags',
  'Playground',
  'Dependencies',
  'Tags',
  'Search',
  'Segments',
  'Client',
  'Unleash Edge',
  'Frontend API',
  'API tokens',
  'Personal access tokens',
  'Operational',
  'Auth',
  'Public signup tokens',
  'Users',
  'Environments',
  'Projects',
  'Admin UI',
  'Instance Admin',
  'Maintenance',
  'Telemetry',
  'Addons',
]

const bound = new Map(OPERATIONS.map((operation) => [operation.operationId, operation]))
const toPath = (text: string) => text.replace(/\{(\w+)\}/g, ':$1')

describe('the operations of contract v7', () => {
  it.each(WHOLE)('of the group %s are all served, under their names', (group) => {
    const missing = (V7[group] ?? []).filter(({ operationId, method, path: at }) => {
      const operation = bound.get(operationId)
      return operation?.method !== method || operation.path !== toPath(at)
    })
    expect(V7[group]?.length).toBeGreaterThan(0)
    expect(missing).toEqual([])
  })

  it('are counted', () => {
    const all = Object.values(V7).flat()
    const served = all.filter(({ operationId }) => bound.has(operationId))
    const inScope = WHOLE.flatMap((group) => V7[group] ?? [])
    console.log(
      `contract v7: ${inScope.length} of ${inScope.length} operations of the groups in scope, ` +
        `${served.length} of ${all.length} in all; ${OPERATIONS.length} operations served`,
    )
    expect(served.length).toBeGreaterThanOrEqual(inScope.length)
  })
})
