import { expect, it } from 'vitest'

import type { CopyDifference } from '#shared/desktop/copies.ts'
import {
  choiceKey,
  countsInWords,
  itemInWords,
  openConflicts,
  progressOf,
  propertyInWords,
  readContexts,
} from './copy-words.ts'

it('counts what a copy has, flags first, without empty lists', () => {
  expect(countsInWords({ users: 1, flags: 1300, segments: 0, apiTokens: 2 })).toBe(
    '1,300 flags, 1 user, 2 API tokens',
  )
})

it('names items and what differs in them', () => {
  expect(itemInWords({ list: 'contextFields', name: 'country' })).toBe('context field country')
  expect(propertyInWords('description')).toBe('description')
  expect(propertyInWords('environments › dev.eu › enabled')).toBe('enabled in dev.eu')
  expect(propertyInWords('access › users › ann')).toBe('access of users, ann')
  expect(propertyInWords('presence')).toBe('whether it is there')
})

it('has a progress that never goes back', () => {
  const steps = [
    { phase: 'reading', done: 0, of: 0 },
    { phase: 'reading', done: 5, of: 10 },
    { phase: 'applying', done: 0, of: 10 },
    { phase: 'proving', done: 9, of: 9 },
    { phase: 'done', done: 0, of: 0 },
  ] as const
  const shares = steps.map(progressOf)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
})

it('counts the conflicts that nobody has decided on', () => {
  const property = { property: 'description', mine: 'a', theirs: 'b' }
  const one: CopyDifference = {
    item: 'flags/one',
    list: 'flags',
    name: 'one',
    action: 'leave',
    properties: [
      { ...property, outcome: 'conflict' },
      { ...property, property: 'stale', outcome: 'theirs' },
    ],
  }
  expect(openConflicts([one], {})).toBe(1)
  expect(openConflicts([one], { [choiceKey('flags/one', 'description')]: 'mine' })).toBe(0)
})

it('reads contexts line by line, and says which lines it cannot read', () => {
  expect(readContexts('userId=7 country=NO\n\n  plan=a=b \nnonsense')).toEqual({
    contexts: [{ userId: '7', country: 'NO' }, { plan: 'a=b' }],
    wrong: ['nonsense'],
  })
})
