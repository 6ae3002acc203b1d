import { expect, it } from 'vitest'

import { parseContext } from './parse-context.ts'

it.each([
  ['', {}],
  ['userId=7', { userId: '7' }],
  ['userId=7  country=NO', { userId: '7', country: 'NO' }],
  ['name="Ann Lee" empty=', { name: 'Ann Lee', empty: '' }],
  ['url=a=b stray', { url: 'a=b' }],
])('%j is %j', (text, context) => {
  expect(parseContext(text)).toEqual(context)
})
