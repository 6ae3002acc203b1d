import { describe, expect, it } from 'vitest'

import { causeInWords, changeInWords, outcomeInWords } from './change-words.ts'

const outcome = (enabled: boolean, variant: string | null = null) => ({
  enabled,
  variant,
  reason: 'disabled',
  explanation: [],
})
const event = { id: 1, type: 'x', label: 'Flag enabled', createdAt: '', createdBy: 'ada', createdByUserId: 1 }
const place = { featureName: 'a', project: 'default', environment: 'development', canUndo: true }

describe('the words of a change', () => {
  it('name an outcome', () => {
    expect([outcome(true), outcome(false), outcome(true, 'blue')].map(outcomeInWords)).toEqual([
      'on',
      'off',
      'on, blue',
    ])
  })

  it.each([
    [outcome(false), outcome(true), 'off → on'],
    [outcome(true), outcome(true, 'blue'), 'on → on, blue'],
    [outcome(true), outcome(true), 'on, for another reason'],
  ])('tell %j from %j', (before, after, words) => {
    expect(changeInWords({ before, after, differs: ['reason'] })).toBe(words)
  })

  it('tell another payload of the same variant', () => {
    const blue = outcome(true, 'blue')
    expect(changeInWords({ before: blue, after: blue, differs: ['variant'] })).toBe(
      'on, blue, with another payload',
    )
  })

  it('name each kind of event and each author once, or the time', () => {
    const events = [event, event].map((one) => ({ ...one, ...place }))
    expect(causeInWords({ cause: 'events', events })).toBe('Flag enabled, by ada')
    expect(causeInWords({ cause: 'time', events: [] })).toBe('The date of a constraint passed')
  })
})
