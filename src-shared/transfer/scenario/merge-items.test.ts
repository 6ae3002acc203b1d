import { describe, expect, it } from 'vitest'

import type { Choices } from '../merge.ts'
import type { ScenarioFlag, ScenarioItems } from '../schemas/scenario.ts'
import { mergeItems, openItemConflicts, type ItemSides, type MergedItem } from './merge-items.ts'

const merged = (sides: ItemSides, choices: Choices = { choices: [] }) =>
  [...mergeItems(sides, choices)].filter((one): one is MergedItem => one !== null)

const ON = { enabled: true, strategies: [{ name: 'default' }], variants: [] }
const OFF = { enabled: false, strategies: [], variants: [] }
const flag = (more: Partial<ScenarioFlag> = {}): ScenarioItems => ({
  flags: [
    {
      name: 'one',
      project: 'default',
      description: 'As it was',
      environments: { 'dev.eu': ON, live: ON },
      ...more,
    },
  ],
})
const three = (base: ScenarioItems, mine: ScenarioItems, theirs: ScenarioItems) => ({ base, mine, theirs })
const [DEV, LIVE] = [
  { 'dev.eu': OFF, live: ON },
  { 'dev.eu': ON, live: OFF },
]

describe('a three-way difference of scenario items', () => {
  it('takes what changed there, and keeps what changed here, also within one flag', () => {
    const [one] = merged(
      three(flag(), flag({ environments: DEV }), flag({ environments: LIVE, description: 'New' })),
    )
    expect(one).toMatchObject({ action: 'change', list: 'flags', name: 'one' })
    expect(one?.differences.map(({ property, outcome }) => [property, outcome])).toEqual([
      ['description', 'theirs'],
      ['environments › dev.eu › enabled', 'mine'],
      ['environments › dev.eu › strategies', 'mine'],
      ['environments › live › enabled', 'theirs'],
      ['environments › live › strategies', 'theirs'],
    ])
    expect(one?.result).toEqual(
      flag({ environments: { 'dev.eu': OFF, live: OFF }, description: 'New' }).flags?.[0],
    )
  })

  it('shows what both changed, and takes the chosen side', () => {
    const sides = three(flag(), flag({ description: 'Mine' }), flag({ description: 'Theirs' }))
    expect(openItemConflicts(merged(sides))).toEqual(['flags/one (description)'])
    const choice = { item: 'flags/one', property: 'description', take: 'theirs' as const }
    expect(merged(sides, { choices: [choice] })[0]?.result).toMatchObject({ description: 'Theirs' })
    expect(merged(sides, { choices: [], conflicts: 'mine' })[0]).toMatchObject({
      action: 'leave',
      result: { description: 'Mine' },
    })
  })

  it.each([
    ['new there', {}, {}, flag(), 'create', 'theirs'],
    ['new here', {}, flag(), {}, undefined, undefined],
    ['gone there, and as it was here', flag(), flag(), {}, 'archive', 'theirs'],
    ['gone there, and changed here', flag(), flag({ description: 'Mine' }), {}, 'leave', 'conflict'],
    ['gone here, and as it was there', flag(), {}, flag(), 'leave', 'mine'],
    ['gone here, and changed there', flag(), {}, flag({ description: 'New' }), 'leave', 'conflict'],
    ['equal on both sides, and new', {}, flag(), flag(), undefined, undefined],
  ] as const)('knows a flag that is %s', (_what, base, mine, theirs, action, outcome) => {
    const empty = { flags: [] }
    const [one] = merged(three({ ...empty, ...base }, { ...empty, ...mine }, { ...empty, ...theirs }))
    expect([one?.action, one?.differences[0]?.outcome]).toEqual([action, outcome])
  })

  it('leaves lists alone that one side does not have', () => {
    expect(merged(three(flag(), flag(), {}))).toEqual([])
    expect(merged(three({}, {}, flag()))).toEqual([])
  })

  it('merges a list that was not there the last time', () => {
    expect(merged(three({}, { flags: [] }, flag()))[0]).toMatchObject({ action: 'create', name: 'one' })
    expect(merged(three({}, flag(), flag({ description: 'New' })))[0]).toMatchObject({ action: 'leave' })
  })

  it('knows the archive of flags alone', () => {
    const archived = new Set(['one'])
    const segments = { segments: [{ name: 'one', constraints: [] }] }
    const mine = { flags: [], segments: [] }
    const found = merged({ ...three({}, mine, { ...flag(), ...segments }), archived })
    expect(found.map(({ list, action }) => [list, action])).toEqual([
      ['segments', 'create'],
      ['flags', 'leave'],
    ])
  })

  it('leaves alone what the other side does not show', () => {
    const mine = flag({ impressionData: true })
    expect(merged(three(flag(), mine, flag()))).toEqual([])
    const [one] = merged(three(mine, mine, flag({ description: 'New' })))
    expect(one?.differences.map(({ property }) => property)).toEqual(['description'])
    expect(one?.result).toMatchObject({ description: 'New', impressionData: true })
  })

  // properties of an environment that one side has are merged one by one
  it('takes a text, a truth and a list away by what each is empty as', () => {
    const was = flag({ environments: { 'dev.eu': ON } })
    const [one] = merged(three(was, was, flag({ environments: {} })))
    expect(one?.result).toMatchObject({
      environments: { 'dev.eu': { enabled: false, strategies: [], variants: [] } },
    })
    const approvals = (of: Record<string, number>) => ({ projects: [{ id: 'default', approvals: of }] })
    const before = approvals({ live: 2 })
    expect(merged(three(before, before, approvals({})))[0]?.result).toEqual({
      id: 'default',
      approvals: { live: null },
    })
  })

  it('takes a map of another property as a whole', () => {
    const hook = (parameters: Record<string, string>) => ({
      integrations: [{ provider: 'webhook', enabled: true, events: [], parameters }],
    })
    const was = hook({ url: 'https://one.example', contentType: 'json' })
    const [one] = merged(three(was, was, hook({ url: 'https://two.example' })))
    expect(one?.differences.map(({ property }) => property)).toEqual(['parameters'])
    expect(one?.result).toMatchObject({ parameters: { url: 'https://two.example' } })
    expect(one?.result).not.toHaveProperty('parameters.contentType')
  })

  it('goes through each name of the last time and of the other side, and no more', () => {
    const sides = three({}, { flags: [] }, flag())
    expect([...mergeItems(sides, { choices: [] })]).toHaveLength(1)
    expect([...mergeItems(three(flag(), flag(), flag()), { choices: [] })]).toEqual([null])
  })

  it('takes away what is gone there', () => {
    const project = (users: Record<string, string[]>) => ({
      projects: [{ id: 'default', access: { users } }],
    })
    const before = project({ ann: ['Owner'], bob: ['Member'] })
    const [one] = merged(three(before, before, project({ ann: ['Owner'] })))
    expect(one?.result).toEqual(project({ ann: ['Owner'], bob: [] }).projects[0])
  })
})
