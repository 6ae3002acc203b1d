import { expect, it } from 'vitest'

import { contextInWords } from './context-words.ts'

it.each([
  [null, ''],
  [{ environment: 'development' }, ''],
  [{ userId: '7', environment: 'x', properties: { country: 'NO', age: 5 } }, 'userId=7  country=NO  age=5'],
])('%j: %s', (context, words) => {
  expect(contextInWords(context)).toBe(words)
})
