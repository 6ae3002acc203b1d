import fc from 'fast-check'
import jsonPatch from 'fast-json-patch'
import { describe, expect, it } from 'vitest'

import { AppError } from '#kernel/app-error.ts'
import { applyJsonPatch } from '#kernel/json-patch.ts'
import type { PatchOperation } from '#shared/schemas/json-patch.ts'

const document = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 })
const pointer = fc
  .array(fc.oneof(fc.string(), fc.constantFrom('0', '-', '__proto__', 'constructor')), { maxLength: 3 })
  .map((parts) => parts.map((part) => `/${part}`).join(''))
const operation: fc.Arbitrary<PatchOperation> = fc.record(
  {
    op: fc.constantFrom('add', 'remove', 'replace', 'copy', 'move', 'test'),
    path: pointer,
    from: pointer,
    value: fc.jsonValue({ maxDepth: 1 }),
  },
  { requiredKeys: ['op', 'path'] },
)

describe('a JSON Patch', () => {
  it('never changes the document it is applied to, and fails only with a validation error', () => {
    fc.assert(
      fc.property(document, fc.array(operation, { maxLength: 4 }), (given, patch) => {
        const before = structuredClone(given)
        try {
          applyJsonPatch(given, patch)
        } catch (error) {
          expect(error).toBeInstanceOf(AppError)
          expect((error as AppError).status).toBe(400)
        }
        expect(given).toEqual(before)
        expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })

  it('turns any document into any other', () => {
    fc.assert(
      fc.property(document, document, (from, to) => {
        fc.pre(!JSON.stringify([from, to]).includes('__proto__'))
        const plain = (value: object) => JSON.parse(JSON.stringify(value)) as object
        const patch = jsonPatch.compare(plain(from), plain(to)) as PatchOperation[]
        expect(plain(applyJsonPatch(plain(from), patch) as object)).toEqual(plain(to))
      }),
    )
  })
})
