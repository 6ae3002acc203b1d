import { expect, it } from 'vitest'

import type { AdvancedEnvironmentFeature } from '../../../src-shared/schemas/playground.ts'
import { summarise } from './playground-rows.ts'

const result = (isEnabled: boolean, variant = '', strategies: boolean | 'unknown' = isEnabled) =>
  ({
    isEnabled,
    variant: { name: variant || 'disabled', enabled: variant !== '' },
    strategies: { result: strategies, data: [] },
  }) as unknown as AdvancedEnvironmentFeature

it.each([
  [[result(true)], { words: 'on', tone: 'success', variants: '' }],
  [[result(false)], { words: 'off', tone: 'neutral', variants: '' }],
  [[result(false, '', 'unknown')], { words: 'unknown', tone: 'warning', variants: '' }],
  [
    [result(true, 'red'), result(false), result(true, 'blue'), result(true, 'red')],
    { words: 'on for 3 of 4', tone: 'success', variants: 'blue, red' },
  ],
  [[], { words: 'off', tone: 'neutral', variants: '' }],
])('sums results up', (results, summary) => {
  expect(summarise(results)).toEqual(summary)
})
