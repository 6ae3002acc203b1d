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

const bound = new Map(OPERATIONS.map((operation) => [operation.operationId, operation]))
const toPath = (text: string) => text.replace(/\{(\w+)\}/g, ':$1')

describe('the operations of contract v7', () => {
  it.each(Object.keys(V7))('of the group %s are all served, under their names', (group) => {
    const missing = (V7[group] ?? []).filter(({ operationId, method, path: at }) => {
      const operation = bound.get(operationId)
      return operation?.method !== method || operation.path !== toPath(at)
    })
    expect(V7[group]?.length).toBeGreaterThan(0)
    expect(missing).toEqual([])
  })

  it('are all listed: a shorter list would be served more easily', () => {
    expect(Object.keys(V7)).toHaveLength(30)
    expect(Object.values(V7).flat()).toHaveLength(214)
    expect(new Set(OPERATIONS.map(({ operationId }) => operationId)).size).toBe(OPERATIONS.length)
  })
})
