import { expect, it } from 'vitest'

import { oldFlags } from './old-flags.ts'

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
