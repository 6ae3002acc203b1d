import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { projectAnswer } from './project-answer.ts'

const Leaf = z.object({ id: z.int(), note: z.string().optional(), at: z.string().nullable() })
interface Tree {
  name: string
  children: Tree[]
}
const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: z.array(Tree) }))

describe('an answer over HTTP', () => {
  it.each<[string, z.ZodType, unknown, unknown]>([
    ['has declared properties alone', Leaf, { id: 1, at: 'x', own: 2 }, { id: 1, at: 'x' }],
    ['leaves out null where it may not be null', Leaf, { id: 1, note: null, at: null }, { id: 1, at: null }],
    ['in lists', z.array(Leaf), [{ id: 1, at: null, own: 2 }], [{ id: 1, at: null }]],
    [
      'in records',
      z.record(z.string(), Leaf),
      { a: { id: 1, at: null, own: 2 } },
      { a: { id: 1, at: null } },
    ],
    ['in what may be null', z.object({ leaf: Leaf.nullish() }), { leaf: null, own: 1 }, { leaf: null }],
    [
      'keeps open objects',
      z.looseObject({ leaf: Leaf }),
      { leaf: { id: 1, own: 2 }, own: 3 },
      { leaf: { id: 1 }, own: 3 },
    ],
    [
      'follows the option of a union that the value conforms to',
      z.union([
        z.object({ kind: z.literal('a'), a: z.int() }),
        z.object({ kind: z.literal('b'), b: z.int() }),
      ]),
      { kind: 'b', a: 1, b: 2 },
      { kind: 'b', b: 2 },
    ],
    [
      'follows a schema that contains itself',
      Tree,
      { name: 'a', own: 1, children: [{ name: 'b', own: 2, children: [] }] },
      { name: 'a', children: [{ name: 'b', children: [] }] },
    ],
    ['is sent though it does not conform', Leaf, { id: 'x', own: 2 }, { id: 'x' }],
    ['is any JSON where that is declared', z.unknown(), { own: 1 }, { own: 1 }],
  ])('%s', (_what, schema, outcome, answer) => {
    expect(projectAnswer(schema, outcome)).toEqual(answer)
  })
})
