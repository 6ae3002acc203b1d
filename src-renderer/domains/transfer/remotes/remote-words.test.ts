import { describe, expect, it } from 'vitest'

import { toForm, toLine } from './pull-line.ts'
import {
  choicesOf,
  actionOf,
  inOrder,
  openConflicts,
  summary,
  chooseAll,
  chosenSide,
  valueInWords,
  withChoice,
} from './remote-words.ts'
import type { Difference, MergedFlag, Preview } from './remotes-query.ts'

const difference = (more: Partial<Difference>): Difference => ({
  property: 'description',
  outcome: 'conflict',
  take: null,
  base: null,
  mine: 'a',
  theirs: 'b',
  ...more,
})
const gone = difference({
  property: 'presence',
  outcome: 'theirs',
  take: 'theirs',
  mine: 'there',
  theirs: 'not there',
})
const preview = (...flags: MergedFlag[]): Preview => ({
  fingerprint: 'x',
  lastPulledAt: null,
  missing: { project: false, environment: false, environmentOfProject: false, segments: [] },
  blockers: [],
  flags,
  notes: [],
  alike: 2,
  conflicts: 0,
})
const both: MergedFlag = { flag: 'both', deed: 'leave', differences: [difference({})] }
const old: MergedFlag = { flag: 'a-gone-one', deed: 'archive', differences: [gone] }

describe('the choices of a pull', () => {
  it('follow the preview until the user chooses otherwise', () => {
    const taken = withChoice({}, 'both', 'description', 'theirs')
    expect(chosenSide({}, 'both', difference({}))).toBeNull()
    expect(chosenSide(taken, 'both', difference({}))).toBe('theirs')
    expect(chosenSide(taken, 'another', difference({}))).toBeNull()
    expect(choicesOf(preview(both, old), taken)).toEqual([
      { flag: 'both', property: 'description', take: 'theirs' },
    ])
  })

  it('can be set for all open conflicts, and for nothing else', () => {
    const second = { ...both, flag: 'second' }
    const taken = withChoice({}, 'both', 'description', 'mine')
    const all = chooseAll(taken, preview(both, second, old), 'theirs')
    expect(openConflicts(preview(both, second, old), {})).toBe(2)
    expect(openConflicts(preview(both, second, old), all)).toBe(0)
    expect(chosenSide(all, 'both', difference({}))).toBe('mine')
    expect(choicesOf(preview(both, second, old), all)).toHaveLength(2)
  })

  it('decide the result for each flag', () => {
    expect(actionOf(both, {})).toBe('leave')
    expect(actionOf(both, withChoice({}, 'both', 'description', 'theirs'))).toBe('change')
    expect(actionOf(old, {})).toBe('archive')
    expect(actionOf(old, withChoice({}, 'a-gone-one', 'presence', 'mine'))).toBe('leave')
    const put = { ...gone, take: null, mine: 'archived', theirs: 'there' }
    const away: MergedFlag = { flag: 'away', deed: 'leave', differences: [put] }
    expect(actionOf(away, withChoice({}, 'away', 'presence', 'theirs'))).toBe('revive')
  })

  it('have a summary', () => {
    expect(summary(preview(both, old), {})).toBe('1 archived, 1 kept here, 2 alike')
    expect(summary({ ...preview(), alike: 0 }, {})).toBe('no flags')
    expect(inOrder(preview(old, both)).map(({ flag }) => flag)).toEqual(['both', 'a-gone-one'])
  })
})

it.each([
  ['description', '', 'none'],
  ['description', 'x', '“x”'],
  ['enabled', true, 'yes'],
  ['tags', [{ type: 'simple', value: 'a' }], 'simple:a'],
  ['links', [{ url: 'https://x.org', title: null }], 'https://x.org'],
  ['strategies', [], 'none'],
  ['strategies', [{}], undefined],
] as const)('the value of %s is shown in words, unless it is too long', (property, value, words) => {
  expect(valueInWords(difference({ property }), value)).toBe(words)
})

it('the choices of an earlier pull are preset', () => {
  const line = {
    from: { environment: 'production', tag: 'team' },
    project: 'shop',
    environment: 'qa',
  }
  const form = toForm({ ...line, flags: 3, pulledAt: '2026-11-21T12:00:00.000Z' })
  expect(toLine(form)).toEqual(line)
  expect(toLine({ ...form, project: '', environment: '' })).toEqual({
    ...line,
    project: 'default',
    environment: 'production',
  })
})
