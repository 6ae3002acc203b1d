import { expect, it } from 'vitest'

import type { PlaygroundOutcome } from '#shared/insight/schemas/playground.ts'
import { countInWords, findRows, summarise } from './playground-rows.ts'

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

it('the flags are found by name and outcome, and counted', () => {
  const row = (name: string, ...results: PlaygroundOutcome[]) => ({
    name,
    project: 'default',
    results: { dev: results },
  })
  const rows = [
    row('checkout', result(true)),
    row('checkout-old', result(false)),
    row('search', result(false), result(true)),
    row('maps', result(false, '', 'unknown')),
  ]
  const names = (text: string, outcome: 'any' | 'on' | 'off' | 'unknown') =>
    findRows(rows, text, outcome).map(({ name }) => name)
  expect(names(' Check', 'any')).toEqual(['checkout', 'checkout-old'])
  expect(names('', 'on')).toEqual(['checkout', 'search'])
  expect(names('', 'off')).toEqual(['checkout-old'])
  expect(names('', 'unknown')).toEqual(['maps'])
  expect(countInWords(rows, 4)).toBe('2 of 4 flags on')
  expect(countInWords(rows, 1)).toBe('2 of 4 flags on, 1 listed')
})
