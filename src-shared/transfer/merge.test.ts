import { describe, expect, it } from 'vitest'

import { isSame, mergeItem, takingOf, type Choices, type MergedItem, type MergeRules } from './merge.ts'

interface Note {
  title: string
  text?: string
}

const rules: MergeRules<Note, 'title' | 'text'> = {
  differing: (mine, theirs) =>
    (['title', 'text'] as const).filter((property) => !isSame(mine[property], theirs[property])),
  valueOf: (item, property) => item[property],
  taking: (mine, theirs, properties) =>
    properties.reduce((item, property) => ({ ...item, [property]: theirs[property] }), mine),
}
const merge = (sides: Partial<MergedItem<Note>>, choices: Choices = { choices: [] }) =>
  mergeItem(
    'note',
    { base: undefined, mine: undefined, theirs: undefined, ...sides },
    rules,
    takingOf(choices),
  )

const [was, is, other]: Note[] = [
  { title: 'Was' },
  { title: 'Is', text: 'Long' },
  { title: 'Other', text: 'Short' },
]
const [YES, NO, ARCHIVED] = ['there', 'not there', 'archived']

describe('an item that one side has', () => {
  it.each([
    ['new here', { mine: is }, 'mine', [NO, YES, NO], 'leave', is],
    ['new there', { theirs: is }, 'theirs', [NO, NO, YES], 'create', is],
    ['new there, archived here', { theirs: is, isArchived: true }, null, [NO, ARCHIVED, YES], 'leave', null],
    ['gone there, as it was here', { base: was, mine: was }, 'theirs', [YES, YES, NO], 'archive', null],
    ['gone there, changed here', { base: was, mine: is }, null, [YES, YES, NO], 'leave', is],
    ['gone here, as it was there', { base: was, theirs: was }, 'mine', [YES, NO, YES], 'leave', null],
    ['gone here, changed there', { base: was, theirs: is }, null, [YES, NO, YES], 'leave', null],
  ])('%s', (_what, sides, take, [base, mine, theirs], action, result) => {
    const difference = { property: 'presence', outcome: take ?? 'conflict', take, base, mine, theirs }
    expect(merge(sides)).toEqual({ action, differences: [difference], result })
  })

  it('is made, revived or archived where their side is chosen', () => {
    const theirs: Choices = { choices: [], conflicts: 'theirs' }
    expect(merge({ base: was, theirs: is }, theirs)).toMatchObject({ action: 'create', result: is })
    expect(merge({ theirs: is, isArchived: true }, theirs)).toMatchObject({ action: 'revive', result: is })
    expect(merge({ base: was, mine: is }, theirs)).toMatchObject({ action: 'archive', result: null })
  })

  it('differs in nothing where no side has it', () => {
    expect(merge({ base: was })).toEqual({ action: 'leave', differences: [], result: null })
  })
})

describe('an item that both sides have', () => {
  it.each([
    ['changed here', { base: was, mine: is, theirs: was }, 'mine', 'leave', is],
    ['changed there', { base: was, mine: was, theirs: is }, 'theirs', 'change', is],
    ['changed on both', { base: was, mine: is, theirs: other }, 'conflict', 'leave', is],
    ['new on both', { mine: is, theirs: other }, 'conflict', 'leave', is],
  ])('%s', (_what, sides, outcome, action, result) => {
    const merged = merge(sides)
    const take = outcome === 'conflict' ? null : outcome
    expect(merged).toMatchObject({ action, result })
    expect(merged.differences).toEqual(
      (['title', 'text'] as const).map((property) => ({
        property,
        outcome,
        take,
        base: ('base' in sides ? sides.base?.[property] : null) ?? null,
        mine: sides.mine?.[property],
        theirs: sides.theirs?.[property],
      })),
    )
  })

  it('takes each part from the side that changed it', () => {
    const mine = { title: 'Mine' }
    const theirs = { title: 'Was', text: 'Theirs' }
    expect(merge({ base: was, mine, theirs })).toMatchObject({
      action: 'change',
      differences: [{ outcome: 'mine' }, { outcome: 'theirs' }],
      result: { title: 'Mine', text: 'Theirs' },
    })
  })

  it('has a conflict where it is new, though a part is as a missing one', () => {
    expect(merge({ mine: { title: 'Is' }, theirs: is }).differences).toMatchObject([
      { property: 'text', outcome: 'conflict', base: null },
    ])
  })
})

it.each<[string, Choices, string | null]>([
  ['the outcome', { choices: [] }, 'mine'],
  ['the outcome, whatever conflicts take', { choices: [], conflicts: 'theirs' }, 'mine'],
  ['the choice for the item', { choices: [{ item: 'note', take: 'theirs' }] }, 'theirs'],
  ['no choice for another item', { choices: [{ item: 'other', take: 'theirs' }] }, 'mine'],
  ['no choice for another part', { choices: [{ item: 'note', property: 'text', take: 'theirs' }] }, 'mine'],
  [
    'the choice for the part before that for the item',
    {
      choices: [
        { item: 'note', property: 'title', take: 'theirs' },
        { item: 'note', take: 'mine' },
      ],
    },
    'theirs',
  ],
])('a difference takes %s', (_what, choices, side) => {
  expect(takingOf(choices)('note', 'title', 'mine')).toBe(side)
})

it.each<[Choices['conflicts'], string | null]>([
  [undefined, null],
  ['mine', 'mine'],
  ['theirs', 'theirs'],
])('a conflict without a choice takes what is said for all: %s', (conflicts, side) => {
  expect(takingOf({ choices: [], conflicts })('note', 'title', 'conflict')).toBe(side)
})

it.each([
  ['', null, true],
  ['', undefined, true],
  [null, undefined, true],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ['', 0, false],
  [false, null, false],
  [[], null, false],
])('%j says the same as %j: %s', (one, another, same) => {
  expect([isSame(one, another), isSame(another, one)]).toEqual([same, same])
})
