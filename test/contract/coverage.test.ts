import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { OPERATIONS } from '#shared/contract/index.ts'
import { root } from '#support/runner/root.ts'

interface Listed {
  operationId: string
  method: string
  path: string
}

/** Names and paths of the operations of contract v7, by tag; no shapes, no texts. */
const V7 = JSON.parse(
  readFileSync(path.join(root, 'test/support/fixtures/contract-v7-operations.json'), 'utf8'),
) as Record<string, Listed[]>

const bound = new Map(OPERATIONS.map((operation) => [operation.operationId, operation]))
const toPath = (text: string) => text.replace(/\{(\w+)\}/g, ':$1')

describe('the operations of contract v7', () => {
  it.each(Object.keys(V7))('of the group %s are all served, under their operation ids', (group) => {
    const missing = (V7[group] ?? []).filter(({ operationId, method, path: at }) => {
      const operation = bound.get(operationId)
      return operation?.method !== method || operation.path !== toPath(at)
    })
    expect(V7[group]?.length).toBeGreaterThan(0)
    expect(missing).toEqual([])
  })

  it('are all listed', () => {
    expect(Object.keys(V7)).toHaveLength(30)
    expect(Object.values(V7).flat()).toHaveLength(214)
    expect(new Set(OPERATIONS.map(({ operationId }) => operationId)).size).toBe(OPERATIONS.length)
  })
})

interface Published {
  operations: Record<string, { method: string; path: string }>
}

const keyOf = (method: string, at: string) => `${method} ${at.replace(/:\w+|\{\w+\}/g, '*')}`
const SERVED = new Set(OPERATIONS.map(({ method, path: at }) => keyOf(method, at)))

describe('the published operations', () => {
  it.each([
    ['open-source', 214],
    ['enterprise', 163],
  ])('of the %s document are served, all %d', (name, count) => {
    const file = path.join(root, `test/conformance/published/${name}.json`)
    const { operations } = JSON.parse(readFileSync(file, 'utf8')) as Published
    const all = Object.entries(operations)
    const missing = all.filter(([, one]) => !SERVED.has(keyOf(one.method, one.path))).map(([id]) => id)
    console.log(`${name}: ${all.length - missing.length} of ${all.length} operations are served`)
    expect(all).toHaveLength(count)
    expect(missing).toEqual([])
  })
})

describe("the paths of the original's window that open source lacks", () => {
  it('are served, or named as not served', () => {
    const paths = JSON.parse(
      readFileSync(path.join(root, 'test/support/fixtures/window-paths-7.6.5.json'), 'utf8'),
    ) as string[]
    const page = readFileSync(path.join(root, 'docs/contract/editions.md'), 'utf8')
    const rules = page.slice(page.indexOf('## Not served'), page.indexOf('## Published shapes'))
    const served = new Set(OPERATIONS.map(({ path: at }) => at.replace(/:\w+/g, '*')))
    const [named, others] = [
      paths.filter((one) => rules.includes(`\`${one}\``)),
      paths.filter((one) => !served.has(one)),
    ]
    expect(paths).toHaveLength(98)
    expect(others.filter((one) => !named.includes(one))).toEqual([])
    expect(named.filter((one) => served.has(one))).toEqual([])
  })
})
