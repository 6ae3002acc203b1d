import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { isLarge } from '#runtime/is-large.ts'
import { projectAnswer, projectLargeAnswer } from './project-answer.ts'

const Leaf = z.object({ id: z.int(), note: z.string().optional(), at: z.string().nullable() })
interface Tree {
  name: string
  children: Tree[]
}
const Tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), children: z.array(Tree) }))

const Either = z.union([
  z.object({ kind: z.literal('a'), a: z.int() }),
  z.object({ kind: z.literal('b'), b: z.int() }),
])

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
      Either,
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

  const many = <T>(item: T) => Array.from({ length: 6000 }, () => item)
  const leaf = { id: 1, note: null, at: null, own: 2 }
  const tree = { name: 'a', own: 1, children: [{ name: 'b', own: 2, children: [] }] }
  it.each<[string, z.ZodType, unknown]>([
    ['a list', z.array(Leaf), many(leaf)],
    ['a list in lists', z.array(z.array(z.object({ leaf: Leaf.nullish() }))), [[], many({ leaf, own: 1 })]],
    [
      'a record',
      z.record(z.string(), Leaf),
      Object.fromEntries(many(leaf).map((one, n) => [n === 7 ? '__proto__' : `k${n}`, one])),
    ],
    [
      'an open object',
      z.looseObject({ leaves: z.array(Leaf), note: z.string().optional() }),
      { own: 1, leaves: many(leaf), note: null, other: many(leaf) },
    ],
    [
      'an object with much that is not declared',
      z.object({ leaf: Leaf, note: z.string().optional() }),
      { own: many(leaf), leaf, note: null },
    ],
    ['a union', z.array(Either), many({ kind: 'b', a: 1, b: 2 })],
    ['a large option', z.union([z.array(Either), z.array(Leaf)]), many(leaf)],
    ['a schema that contains itself', Tree, { name: 'root', own: 1, children: many(tree) }],
    ['what does not conform', z.array(Leaf), { own: many(leaf) }],
    ['any JSON', z.unknown(), many(leaf)],
    [
      'what may be null',
      z.object({ a: Leaf.nullable(), b: z.array(Leaf).optional() }),
      { a: null, b: many(leaf) },
    ],
  ])('issue 14: is the same for a large outcome, made in steps: %s', async (_what, schema, outcome) => {
    expect(isLarge(outcome)).toBe(true)
    const [inSteps, inOneGo] = [await projectLargeAnswer(schema, outcome), projectAnswer(schema, outcome)]
    expect(JSON.stringify(inSteps) === JSON.stringify(inOneGo)).toBe(true)
  })
})
