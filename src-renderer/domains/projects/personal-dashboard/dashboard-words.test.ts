import { describe, expect, it } from 'vitest'

import { toSummaryParts, withoutProject } from './event-words.ts'
import { oldFlags } from './old-flags.ts'

describe('the summary of an event', () => {
  it('is split into texts and links', () => {
    expect(
      toSummaryParts(
        '**ann** enabled **[flag](/projects/a/features/flag)** for the **production** environment',
      ),
    ).toEqual([
      { text: 'ann', strong: true },
      { text: ' enabled ', strong: false },
      { text: 'flag', strong: true, href: '/projects/a/features/flag' },
      { text: ' for the ', strong: false },
      { text: 'production', strong: true },
      { text: ' environment', strong: false },
    ])
  })

  it('omits the project it is shown in', () => {
    expect(
      withoutProject('**ann** archived **[f](/projects/a/features/f)** in project **[a](/projects/a)**'),
    ).toBe('**ann** archived **[f](/projects/a/features/f)**')
    expect(withoutProject('**ann** moved **f** in project **[a](/projects/a)** on')).toContain('in project')
  })

  it.each(['', 'plain', 'a * b', '[x](y)', '**open', '<b>no</b>'])('keeps all the text of %j', (text) => {
    expect(
      toSummaryParts(text)
        .map((one) => one.text)
        .join(''),
    ).toBe(text)
  })
})

it('a flag is stale by the lifetime of its type, or when it is marked so', () => {
  const now = new Date('2026-11-21T12:00:00.000Z')
  const flag = (name: string, type: string, createdAt: string, stale = false) => ({
    name,
    project: 'p',
    type,
    createdAt,
    stale,
  })
  const flags = [
    flag('young', 'release', '2026-11-01T00:00:00.000Z'),
    flag('marked', 'release', '2026-11-02T00:00:00.000Z', true),
    flag('old', 'release', '2026-01-01T00:00:00.000Z'),
    flag('for ever', 'kill-switch', '2020-01-01T00:00:00.000Z'),
    flag('of a type that is gone', 'x', '2020-01-01T00:00:00.000Z'),
  ]
  const types = [
    { id: 'release', lifetimeDays: 40 },
    { id: 'kill-switch', lifetimeDays: null },
  ]
  expect(oldFlags(flags, types, now).map(({ name }) => name)).toEqual(['old', 'marked'])
})
