import { describe, expect, it } from 'vitest'

import type { ExportedFlags } from '../schemas/import-export.ts'
import { mergeFindings, toChunks, withoutOwnParents } from './chunks.ts'

const data: ExportedFlags = {
  features: [{ name: 'child' }, { name: 'a' }, { name: 'parent' }],
  featureStrategies: [{ name: 'default', featureName: 'child' }],
  featureTags: [{ featureName: 'a', tagType: 'simple', tagValue: 'x' }],
  tagTypes: [{ name: 'simple' }],
  dependencies: [{ feature: 'child', dependencies: [{ feature: 'parent' }] }],
}

describe('a file split into parts', () => {
  it('has parents before children, and each flag with everything that belongs to it', () => {
    const chunks = toChunks(data, 2)
    expect(chunks.map((chunk) => chunk.features.map((one) => one.name))).toEqual([['a', 'parent'], ['child']])
    expect(chunks.map((chunk) => chunk.featureStrategies.length)).toEqual([0, 1])
    expect(chunks.map((chunk) => chunk.featureTags?.length)).toEqual([1, 0])
    expect(chunks.map((chunk) => chunk.dependencies?.length)).toEqual([0, 1])
    expect(chunks.every((chunk) => chunk.tagTypes.length === 1)).toBe(true)
    expect(toChunks({ ...data, features: [] })).toEqual([])
  })

  it('has its findings merged', () => {
    const finding = (message: string, ...affectedItems: string[]) => ({ message, affectedItems })
    const none = { errors: [], warnings: [], permissions: [] }
    const merged = mergeFindings([
      { ...none, errors: [finding('dependencies that are missing', 'parent', 'gone')] },
      {
        ...none,
        errors: [finding('dependencies that are missing', 'gone')],
        warnings: [finding('w', 'b', 'a')],
      },
    ])
    expect(merged).toEqual({
      errors: [finding('dependencies that are missing', 'gone', 'parent')],
      warnings: [finding('w', 'a', 'b')],
      permissions: [],
    })
    expect(withoutOwnParents(merged, data).errors).toEqual([finding('dependencies that are missing', 'gone')])
  })
})
