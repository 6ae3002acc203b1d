import { describe, expect, it } from 'vitest'

import { rollout } from '#support/stages/rollout-payload.ts'
import { linesInWords } from './lines-in-words.ts'

const country = (...values: string[]) => ({ contextName: 'country', operator: 'IN', values }) as const

describe('a state in lines', () => {
  it.each([
    ['nothing', undefined, []],
    [
      'a disabled strategy',
      { name: 'default', parameters: { b: '2', a: '1', rollout: '5' }, disabled: true },
      ['Strategy: Standard', 'Disabled', 'Rollout: 5%', 'a: 1', 'b: 2'],
    ],
    ['a switch', { enabled: true }, ['Enabled: yes']],
    [
      'a strategy',
      rollout(25, {
        title: null,
        disabled: false,
        constraints: [country('NO', 'SE'), country('DK')],
        segments: [1, 9],
        variants: [
          { name: 'blue', weight: 700, weightType: 'fix', payload: { type: 'string', value: 'x' } },
          { name: 'red', weight: 300 },
        ],
      }),
      [
        'Strategy: Gradual rollout',
        'Rollout: 25%',
        'Stickiness: default',
        'Group: dark-mode',
        'Segment: Staff',
        'Segment: 9',
        'Constraint: country is one of',
        '  NO',
        '  SE',
        'Constraint: country is one of DK',
        'Variant: blue 70%, fixed',
        '  string: x',
        'Variant: red 30%',
      ],
    ],
    ['variants', [{ name: 'blue', weight: 1000 }], ['Variant: blue 100%']],
    [
      'a segment',
      { name: 'Testers', description: null, constraints: [country('NO')] },
      ['Name: Testers', 'Constraint: country is one of NO'],
    ],
    [
      'something unknown',
      { intervalMinutes: 60, other: { a: 1 } },
      ['Interval minutes: 60', 'Other: {"a":1}'],
    ],
  ])('%s', (_what, state, lines) => {
    expect(linesInWords(state, new Map([[1, 'Staff']]))).toEqual(lines)
  })
})
