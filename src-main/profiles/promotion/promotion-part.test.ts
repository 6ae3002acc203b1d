import { describe, expect, it } from 'vitest'

import type { ScenarioFlag } from '#shared/transfer/schemas/scenario.ts'
import { compareFlags } from './compare-flags.ts'
import { promotionPart } from './promotion-part.ts'
import type { Exported } from './read-export.ts'

const PROFILES = { from: 'Staging', to: 'Live' }
const ON = { enabled: true, strategies: [{ name: 'default' }], variants: [] }
const OFF = { enabled: false, strategies: [], variants: [] }

const flag = (name: string, more: Partial<ScenarioFlag> = {}): ScenarioFlag => ({
  name,
  project: 'shop',
  environments: { development: ON, production: ON },
  ...more,
})
const instance = (flags: ScenarioFlag[], more: Partial<Exported> = {}): Exported => ({
  environments: [
    { name: 'development', type: 'development' },
    { name: 'production', type: 'production' },
  ],
  projects: [{ id: 'shop', environments: ['development', 'production'] }],
  contextFields: [],
  tagTypes: [],
  strategyTypes: [{ name: 'default', parameters: [] }],
  segments: [],
  flags,
  archivedFlags: new Set(),
  archivedProjects: new Set(),
  ...more,
})
const BOTH = ['development', 'production']
const partOf = (
  from: Exported,
  to: Exported,
  flags: string[],
  { environments = BOTH, createMissing = false } = {},
) => promotionPart({ from, to }, { flags, environments, createMissing }, PROFILES)

describe('the comparison of two instances', () => {
  it('finds flags that only one has, and by property what differs in the others', async () => {
    const from = instance([
      flag('equal'),
      flag('here'),
      flag('other', { description: 'New', environments: { development: ON, production: OFF } }),
    ])
    const to = instance([flag('equal'), flag('other'), flag('there')])
    expect(await compareFlags(from, to, PROFILES)).toEqual({
      equal: 1,
      environments: BOTH,
      notes: [],
      flags: [
        { name: 'here', project: 'shop', place: 'from', differences: [] },
        {
          name: 'other',
          project: 'shop',
          place: 'both',
          differences: [
            { property: 'description' },
            { property: 'enabled', environment: 'production' },
            { property: 'strategies', environment: 'production' },
          ],
        },
        { name: 'there', project: 'shop', place: 'to', differences: [] },
      ],
    })
  })

  it('leaves out the project of a flag, and environments that the other project does not have', async () => {
    const from = instance([flag('moved')])
    const to = instance([flag('moved', { project: 'web', environments: { development: ON } })], {
      projects: [{ id: 'web', environments: ['development'] }],
    })
    expect((await compareFlags(from, to, PROFILES)).flags).toEqual([])
  })
})

describe('context fields that an instance lacks', () => {
  const constraints = [{ contextName: 'country', operator: 'IN' as const, values: ['NO'] }]
  const uses = { ...ON, strategies: [{ name: 'default', constraints }] }
  const flags = ['one', 'two'].map((name) => flag(name, { environments: { production: uses } }))
  const country = { contextFields: [{ name: 'country' }] }

  it('are named by a comparison, although the flags are equal', async () => {
    const { equal, notes } = await compareFlags(instance(flags, country), instance(flags), PROFILES)
    expect(equal).toBe(2)
    expect(notes).toEqual(['2 flags name the context field country, which Live does not have.'])
  })

  it('are named by a promotion if nobody has them', async () => {
    const { notes, missing } = await partOf(instance(flags), instance([]), ['one'])
    expect(missing).toEqual([])
    expect(notes).toEqual(['One flag names the context field country, which neither Staging nor Live has.'])
  })
})

describe('a service that is read flag by flag', () => {
  const facts = {
    names: new Set(['odd', 'planned']),
    planned: new Map(),
    unreadable: new Map(),
    segmentIds: new Map(),
    version: null,
    takesFlagVariants: false,
    hasLinks: true,
  }
  const from = instance([
    flag('odd'),
    flag('planned', { environments: { development: OFF, production: OFF } }),
  ])
  const to = instance([flag('planned', { environments: { development: ON } })], {
    original: {
      ...facts,
      planned: new Map([['planned', new Set(['production'])]]),
      unreadable: new Map([['odd', 'type: unknown']]),
    },
  })

  it('leaves flags that cannot be read and release plans out of a comparison', async () => {
    const { flags, notes } = await compareFlags(from, to, PROFILES)
    const differences = ['enabled', 'strategies'].map((property) => ({
      property,
      environment: 'development',
    }))
    expect(flags).toEqual([{ name: 'planned', project: 'shop', place: 'both', differences }])
    expect(notes).toEqual(["odd is left out: at Live it can't be read (type: unknown)."])
  })

  it('leaves release plans out of a promotion, and is blocked by a flag that cannot be read', async () => {
    const { blockers, notes, items } = await partOf(from, to, ['odd', 'planned'])
    expect(blockers).toEqual(["odd can't be promoted: at Live it can't be read (type: unknown)."])
    expect(notes).toEqual(['production of planned is left out: it follows a release plan at Live.'])
    expect(items.flags?.map(({ environments }) => environments)).toEqual([{ development: OFF }])
  })

  it('has parents that were not read', async () => {
    const child = instance([flag('child', { dependencies: [{ feature: 'planned' }] })])
    expect((await partOf(child, instance([], { original: facts }), ['child'])).blockers).toEqual([])
  })
})

describe('the part of a promotion', () => {
  it('names the chosen flags in the chosen environments, and the project of new ones alone', async () => {
    const from = instance([flag('new'), flag('known'), flag('not-chosen')])
    const to = instance([flag('known', { project: 'web' })], {
      projects: [...instance([]).projects, { id: 'web', environments: BOTH }],
    })
    const { items, ...facts } = await partOf(from, to, ['new', 'known'], { environments: ['production'] })
    expect(facts).toEqual({ missing: [], blockers: [], notes: [], reviews: [] })
    expect(items).toEqual({
      flags: [
        { name: 'new', project: 'shop', environments: { production: ON } },
        { name: 'known', environments: { production: ON } },
      ],
    })
  })

  it('creates what the flags need only if that is wanted, without people, reviews and default strategies', async () => {
    const segment = { name: 'nordic', constraints: [], project: 'shop' }
    const uses = { ...ON, strategies: [{ name: 'default', segments: ['nordic'] }] }
    const from = instance(
      [flag('new', { tags: [{ type: 'team', value: 'a' }], environments: { production: uses } })],
      {
        tagTypes: [{ name: 'team' }, { name: 'unused' }],
        segments: [segment, { name: 'unused', constraints: [] }],
        projects: [
          {
            id: 'shop',
            name: 'Shop',
            environments: ['production', 'qa'],
            access: { users: { grace: ['Member'] } },
            approvals: { production: 1 },
            defaultStrategies: { production: { name: 'flexibleRollout', segments: ['unused'] } },
          },
        ],
      },
    )
    const to = instance([], { projects: [] })
    const missing = ['the project shop', 'the tag type team', 'the segment nordic']
    const without = await partOf(from, to, ['new'])
    expect(without.missing).toEqual(missing)
    expect(Object.keys(without.items)).toEqual(['flags'])
    const { items } = await partOf(from, to, ['new'], { createMissing: true })
    expect(items.projects).toEqual([{ id: 'shop', name: 'Shop', environments: ['production'] }])
    expect(items.tagTypes).toEqual([{ name: 'team' }])
    expect(items.segments).toEqual([segment])
    expect(items.flags?.[0]?.environments).toEqual({ production: uses })
  })

  it('brings the strategy types and context fields that flags and their segments name', async () => {
    const country = { name: 'country', legalValues: [{ value: 'NO' }], stickiness: true }
    const constraint = (contextName: string) => ({ contextName, operator: 'IN' as const, values: ['NO'] })
    const uses = {
      ...ON,
      strategies: [
        {
          name: 'byTenant',
          segments: ['nordic'],
          constraints: [constraint('country'), constraint('userId')],
          parameters: { stickiness: 'seat' },
        },
      ],
      variants: [{ name: 'a', weight: 1000, stickiness: 'plan' }],
    }
    const contextFields = [country, ...['region', 'seat', 'plan', 'unused'].map((name) => ({ name }))]
    const from = instance([flag('new', { environments: { production: uses } })], {
      contextFields,
      strategyTypes: ['default', 'byTenant', 'unused'].map((name) => ({ name, parameters: [] })),
      segments: [{ name: 'nordic', constraints: [constraint('region'), constraint('gone')] }],
    })
    const part = await partOf(from, instance([]), ['new'], { createMissing: true })
    expect(part.missing).toEqual([
      ...['country', 'region', 'seat', 'plan'].map((name) => `the context field ${name}`),
      'the strategy type byTenant',
      'the segment nordic',
    ])
    expect(part.items.contextFields).toEqual(contextFields.slice(0, -1))
    expect(part.items.strategyTypes).toEqual([{ name: 'byTenant', parameters: [] }])
    expect(part.blockers).toEqual([])
  })

  it('is blocked by strategy types that neither has, and by constraints that would be refused', async () => {
    const constraints = [{ contextName: 'country', operator: 'IN' as const, values: ['DK'] }]
    const uses = { ...ON, strategies: [{ name: 'lost', constraints }, { name: 'default' }] }
    const legal = { contextFields: [{ name: 'country', legalValues: [{ value: 'NO' }] }] }
    const from = instance([flag('new', { environments: { production: uses } })])
    const { blockers } = await partOf(from, instance([], legal), ['new'])
    expect(blockers).toEqual([
      'new uses the strategy type lost, which Live does not have.',
      'new would be refused at Live: input values are not specified as a legal value on this context field (country in production)',
    ])
    const same = await partOf(from, instance(from.flags, legal), ['new'])
    expect(same.blockers).toEqual(['new uses the strategy type lost, which Live does not have.'])
  })

  it('says which segments differ, and which environments are left out', async () => {
    const uses = { ...ON, strategies: [{ name: 'default', segments: ['nordic'] }] }
    const constraint = { contextName: 'country', operator: 'IN', values: ['NO'] } as const
    const from = instance([flag('one', { environments: { production: uses, development: ON } })], {
      segments: [{ name: 'nordic', constraints: [{ ...constraint, values: ['NO'] }] }],
    })
    const to = instance([], {
      segments: [{ name: 'nordic', constraints: [] }],
      projects: [{ id: 'shop', environments: ['production'] }],
    })
    const { notes, items } = await partOf(from, to, ['one'])
    expect(notes).toEqual([
      'development is left out: the project shop at Live does not have it.',
      'The segment nordic differs at Live, and stays as it is there.',
    ])
    expect(Object.keys(items.flags?.[0]?.environments ?? {})).toEqual(['production'])
  })

  it.each<[string, ScenarioFlag[], string[], string[]]>([
    ['a flag that is gone', [], ['lost'], ['Staging has no flag lost any more. Compare again.']],
    [
      'a parent that would not be there',
      [flag('child', { dependencies: [{ feature: 'parent' }] }), flag('parent')],
      ['child'],
      ['child depends on parent, which Live does not have. Choose it, too.'],
    ],
    [
      'nothing, if the parent is chosen too',
      [flag('child', { dependencies: [{ feature: 'parent' }] }), flag('parent')],
      ['child', 'parent'],
      [],
    ],
  ])('is blocked by %s', async (_what, flags, names, blockers) => {
    expect((await partOf(instance(flags), instance([]), names)).blockers).toEqual(blockers)
  })

  describe('where the other instance wants approvals', () => {
    const projects = [{ id: 'shop', environments: BOTH, approvals: { production: 2, development: null } }]
    const from = instance([
      flag('new'),
      flag('off', { environments: { production: OFF } }),
      flag('equal', { description: 'New' }),
      flag('child', { dependencies: [{ feature: 'equal' }] }),
    ])
    const there = [flag('equal'), flag('child')]

    it('requests the environments that differ there, and promotes the rest', async () => {
      const to = instance(there, { projects })
      const { items, reviews, blockers } = await partOf(from, to, ['new', 'off', 'equal'])
      expect(blockers).toEqual([])
      expect(reviews).toEqual([
        {
          project: 'shop',
          environment: 'production',
          flags: [{ name: 'new', state: { before: {}, after: ON } }],
        },
      ])
      expect(items.flags?.map(({ name, environments = {} }) => [name, Object.keys(environments)])).toEqual([
        ['new', ['development']],
        ['off', ['production']],
        ['equal', BOTH],
      ])
      expect((await partOf(from, to, ['new'], { environments: ['development'] })).reviews).toEqual([])
    })

    it('requests dependencies, which need approval in whichever environment', async () => {
      const { items, reviews } = await partOf(from, instance(there, { projects }), ['child'], {
        environments: ['development'],
      })
      const dependencies = { before: [], after: [{ feature: 'equal' }] }
      expect(reviews).toEqual([
        { project: 'shop', environment: 'production', flags: [{ name: 'child', dependencies }] },
      ])
      expect(items.flags?.[0]).not.toHaveProperty('dependencies')
    })

    it('is blocked by a flag that is archived there: it would come back with its old strategies', async () => {
      const to = instance(there, { projects, archivedFlags: new Set(['new']) })
      expect((await partOf(from, to, ['new'])).blockers).toEqual([
        'new is archived at Live, where its changes need approval. Revive it there first.',
      ])
    })

    it('is blocked by a project that is archived there', async () => {
      const to = instance([], { projects: [], archivedProjects: new Set(['shop']) })
      expect((await partOf(from, to, ['new'])).blockers).toEqual([
        'The project shop is archived at Live. Revive it there first.',
      ])
    })

    it('says that a request adds a strategy to a flag that is on without one', async () => {
      const bare = instance([flag('new', { environments: { production: { ...ON, strategies: [] } } })])
      expect((await partOf(bare, instance([], { projects }), ['new'])).notes).toEqual([
        'new is on without an active strategy in production: applying its change request adds the default one of shop.',
      ])
    })
  })
})
