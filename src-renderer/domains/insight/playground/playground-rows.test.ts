import { expect, it } from 'vitest'

import type { PlaygroundOutcome } from '#shared/insight/schemas/playground.ts'
import { summarise } from './playground-rows.ts'

const result = (
  isEnabled: boolean,
  variant = '',
  strategies: boolean | 'unknown' = isEnabled,
): PlaygroundOutcome => ({
  isEnabled,
  variant: { name: variant || 'disabled', enabled: variant !== '' },
  strategies: { result: strategies },
})

it.each([
  [[result(true)], { words: 'on', tone: 'success', variants: '' }],
  [[result(false)], { words: 'off', tone: 'neutral', variants: '' }],
  [[result(false, '', 'unknown')], { words: 'unknown', tone: 'warning', variants: '' }],
  [
    [result(true, 'red'), result(false), result(true, 'blue'), result(true, 'red')],
    { words: 'on for 3 of 4', tone: 'success', variants: 'blue, red' },
  ],
  [[], { words: 'off', tone: 'neutral', variants: '' }],
])('the results are summed up', (results, summary) => {
  expect(summarise(results)).toEqual(summary)
})
