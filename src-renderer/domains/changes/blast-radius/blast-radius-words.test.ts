import { describe, expect, it } from 'vitest'

import type { BlastRadius } from '#shared/changes/schemas/blast-radius.ts'
import { blastRadiusInWords, figuresInWords, outcomeInWords, effectOf } from './blast-radius-words.ts'

const radius = (more: Partial<BlastRadius>): BlastRadius => ({
  window: '24h',
  seen: 312,
  turnsOn: 0,
  turnsOff: 0,
  variantChanges: 0,
  stays: 312,
  flags: [],
  flagsTouched: 1,
  samples: [],
  isSampled: false,
  isHypothetical: false,
  ...more,
})

describe('the blast radius in words', () => {
  const line = (feature: string, turnsOff: number) => ({
    ...{ feature, project: 'p', environment: 'e', seen: 9, turnsOn: 0, turnsOff, variantChanges: 0 },
    stays: 9 - turnsOff,
  })

  it.each<[Partial<BlastRadius>, string]>([
    [
      { seen: 0, stays: 0 },
      'No contexts seen in 24 h: SDKs that evaluate locally do not report contexts; the frontend API and the playground do.',
    ],
    [{}, 'No effect on the 312 contexts seen in 24 h.'],
    [{ seen: 1, window: '1h' }, 'No effect on the 1 context seen in 1 h.'],
    [{ turnsOff: 41 }, 'Of 312 contexts seen in 24 h, 41 turn off.'],
    [
      { turnsOff: 1, turnsOn: 1, variantChanges: 1, window: '7d' },
      'Of 312 contexts seen in 7 days, 1 turns off, 1 turns on, 1 gets another variant.',
    ],
    [
      { turnsOn: 2, variantChanges: 3, flags: [line('a', 1), line('b', 2), line('c', 0)] },
      'Of 312 contexts seen in 24 h, 2 turn on, 3 get another variant, over 2 flags.',
    ],
    [{ seen: 5000, isSampled: true, turnsOff: 7 }, 'Of the last 5,000 contexts seen in 24 h, 7 turn off.'],
    [
      { isHypothetical: true, turnsOff: 7 },
      'For a flag turned on here without its own strategy: of 312 contexts seen in 24 h, 7 turn off.',
    ],
    [
      { isHypothetical: true },
      'For a flag turned on here without its own strategy: no effect on the 312 contexts seen in 24 h.',
    ],
  ])('%j', (more, words) => expect(blastRadiusInWords(radius(more))).toBe(words))

  it('names the number of one flag', () => {
    const flag = { feature: 'x', project: 'p', environment: 'e', seen: 3, turnsOn: 0, variantChanges: 0 }
    expect(figuresInWords({ ...flag, turnsOff: 2, stays: 1 })).toBe('of 3 contexts, 2 turn off')
    expect(figuresInWords({ ...flag, turnsOff: 0, stays: 3 })).toBe('no effect on 3 contexts')
  })
})

describe('an affected context', () => {
  const outcome = (enabled: boolean, variant: string | null = null) => ({ enabled, variant, explanation: [] })

  it.each([
    [outcome(true), outcome(false), 'on', 'off', 'off'],
    [outcome(false), outcome(true, 'a'), 'off', 'on, variant a', 'on'],
    [outcome(true, 'a'), outcome(true), 'on, variant a', 'on', 'variant'],
  ])('%j, %j', (before, after, was, is, way) => {
    expect([outcomeInWords(before), outcomeInWords(after), effectOf({ before, after })]).toEqual([
      was,
      is,
      way,
    ])
  })
})
