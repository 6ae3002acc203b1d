import { expect, it } from 'vitest'

import { changedFields } from './changed-fields.ts'

it.each([
  [null, { a: 1 }, [{ field: 'a', before: undefined, after: 1 }]],
  [{ a: 'x', b: [1] }, { a: 'y', b: [1] }, [{ field: 'a', before: 'x', after: 'y' }]],
  [{ a: null }, {}, [{ field: 'a', before: null, after: undefined }]],
  [null, null, []],
])('from %j to %j an event changed %j', (before, after, expected) => {
  expect(changedFields(before, after)).toEqual(expected)
})
