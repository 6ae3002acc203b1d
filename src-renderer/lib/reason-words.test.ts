import { expect, it } from 'vitest'

import { Explanation } from '#shared/insight/schemas/explanation.ts'
import { reasonInWords } from './reason-words.ts'

it.each(Explanation.shape.outcome.options)('the outcome %s is shown in words', (outcome) => {
  expect(reasonInWords(outcome)).toMatch(/^[a-z ,]+$/)
})

it('a reason without words is shown unchanged', () => {
  expect(reasonInWords('constructor')).toBe('constructor')
  expect(reasonInWords('')).toBe('')
})
