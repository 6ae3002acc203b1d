import { expect, it } from 'vitest'

import { differences, wholeDifferences } from './differences.ts'

it.each<[string, unknown, unknown, object[]]>([
  ['nothing', { a: 1 }, undefined, []],
  ['what is there', { a: 1, b: [1, 2] }, { b: [1, 2] }, []],
  ['none of what is none', {}, { a: null }, []],
  ['another value', { a: 1, b: 2 }, { a: 3 }, [{ path: 'a', before: 1, after: 3 }]],
  ['a value where none is', { b: 2 }, { a: 3 }, [{ path: 'a', after: 3 }]],
  ['none of a value', { a: 1 }, { a: null }, [{ path: 'a', before: 1, after: null }]],
  ['a value of none', { a: null }, { a: 1 }, [{ path: 'a', before: null, after: 1 }]],
  [
    'values within others',
    { a: { b: 1, c: { d: 2 } } },
    { a: { b: 3, c: { d: 4 } } },
    [
      { path: 'a.b', before: 1, after: 3 },
      { path: 'a.c.d', before: 2, after: 4 },
    ],
  ],
  ['a list as a whole', { a: [1, 2] }, { a: [2, 1] }, [{ path: 'a', before: [1, 2], after: [2, 1] }]],
  ['an object for a text', { a: 'b' }, { a: { b: 1 } }, [{ path: 'a', before: 'b', after: { b: 1 } }]],
  ['a text for an object', { a: { b: 1 } }, { a: 'b' }, [{ path: 'a', before: { b: 1 }, after: 'b' }]],
  ['a name of all objects', {}, { constructor: 1 }, [{ path: 'constructor', after: 1 }]],
])('a difference of what is asked for: %s', (_what, before, after, expected) => {
  expect(differences(before, after)).toStrictEqual(expected)
})

it.each([
  ['rules', true],
  ['deliveryId', true],
  ['order', true],
  ['defaultStrategies.live', true],
  ['defaultStrategies.a\nb', true],
  ['defaultStrategies', false],
  ['rules.one', false],
  ['a.rules', false],
  ['a.order', false],
  ['a.defaultStrategies.live', false],
])('%j is compared as a whole: %s', (path, isWhole) => {
  const found = differences({ a: 1, b: 2 }, { a: 3 }, path)
  expect(found).toStrictEqual(
    isWhole
      ? [{ path, before: { a: 1, b: 2 }, after: { a: 3 } }]
      : [{ path: `${path}.a`, before: 1, after: 3 }],
  )
})

it.each<[string, object, object, object[]]>([
  ['equal', { a: 1, b: null }, { a: 1 }, []],
  ['changed', { a: 1, b: 2 }, { a: 3, b: 2 }, [{ path: 'a', before: 1, after: 3 }]],
  ['only before', { a: 1 }, {}, [{ path: 'a', before: 1, after: null }]],
  ['only after', {}, { a: 1 }, [{ path: 'a', after: 1 }]],
  [
    'an object as a whole',
    { a: { b: 1, c: 2 } },
    { a: { b: 1 } },
    [{ path: 'a', before: { b: 1, c: 2 }, after: { b: 1 } }],
  ],
])('properties of two items: %s', (_what, before, after, expected) => {
  expect(wholeDifferences(before, after)).toStrictEqual(expected)
})
