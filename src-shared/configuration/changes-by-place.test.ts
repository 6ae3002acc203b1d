import fc from 'fast-check'
import { expect, it } from 'vitest'

import { changesByPlace } from './changes-by-place.ts'
import { isEqual } from './equality.ts'

const list = fc.array(fc.record({ name: fc.constantFrom('a', 'b') }), { maxLength: 4 })

it('the changes of a list, made one after the other, leave what is wanted', () => {
  fc.assert(
    fc.property(list, list, (had, wanted) => {
      const is = [...had]
      for (const change of changesByPlace(had, wanted, isEqual)) {
        if (!change.had) is.push(change.wanted ?? { name: 'a' })
        else if (change.wanted) is[change.place] = change.wanted
        else is.splice(wanted.length, 1)
      }
      return isEqual(is, wanted)
    }),
  )
})

it('what is equal is left alone', () => {
  const [a, b] = [{ name: 'a' }, { name: 'b' }]
  expect(changesByPlace([a, b, a], [a, a], isEqual)).toEqual([
    { place: 1, had: b, wanted: a },
    { place: 2, had: a, wanted: undefined },
  ])
})

it('further items are added after the changes, each at its place', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ name }))
  if (!a || !b || !c) throw new Error('no items')
  expect(changesByPlace([a], [b, a, c], isEqual)).toEqual([
    { place: 0, had: a, wanted: b },
    { place: 1, had: undefined, wanted: a },
    { place: 2, had: undefined, wanted: c },
  ])
})
