import { expect, it } from 'vitest'

import { affectedCallsInWords, reportLink } from './affected-calls.ts'

it.each([
  [[], 0, { hasCalls: false, words: 'No affected requests recorded here.' }],
  [[1], 0, { hasCalls: true, words: '1 affected request recorded here, none would fail' }],
  [[1200, 3], 1, { hasCalls: true, words: '1,203 affected requests recorded here, 1 request would fail' }],
])('ux task 10: the count of calls %j, %i failing', (counts, failing, found) => {
  expect(affectedCallsInWords({ calls: counts.map((count) => ({ count })), failing })).toEqual(found)
})

it('ux task 10: the planner links to the report of its versions', () => {
  expect(reportLink('5.5.0', '7.0.0')).toBe('#/versions/calls?from=5.5.0&to=7.0.0')
})
