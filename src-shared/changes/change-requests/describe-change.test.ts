import { describe, expect, it } from 'vitest'

import type { RequestedChange } from '../schemas/requested-change.ts'
import { describeChange } from './describe-change.ts'
import { RELEASE_DESCRIPTIONS } from './describe-release.ts'
import type { ChangeContext } from './described-change.ts'
import { rollout } from '#support/stages/rollout-payload.ts'

const stored = (id: string, sortOrder: number, percent: number) => ({ id, sortOrder, ...rollout(percent) })
const country = (...values: string[]) => ({ contextName: 'country', operator: 'IN', values }) as const
const variant = (name: string, weight: number, more: object = {}) => ({
  name,
  weight,
  weightType: 'variable' as const,
  stickiness: 'default',
  ...more,
})
const around: ChangeContext = {
  feature: 'dark-mode',
  environment: 'production',
  present: { enabled: false, strategies: [stored('a', 0, 25), stored('b', 1, 50)] },
  segmentNames: new Map([
    [1, 'Staff'],
    [2, 'Testers'],
    [3, 'Norway'],
  ]),
}
const ofSegment: ChangeContext = { environment: 'production', segment: 'Beta' }
const testers = { name: 'Beta', description: 'First', constraints: [country('NO')] }

/** Kinds of change, each with its payload, its subject and its description. */
const TABLE: [
  what: string,
  change: { action: RequestedChange['action']; payload?: unknown },
  title: string,
  details: string[],
  around?: ChangeContext,
][] = [
  ['on', { action: 'updateEnabled', payload: { enabled: true } }, 'Turn on dark-mode in production', []],
  [
    'off, as it is',
    { action: 'updateEnabled', payload: { enabled: false } },
    'Turn off dark-mode in production',
    ['It is already off.'],
  ],
  [
    'on, with what is disabled',
    { action: 'updateEnabled', payload: { enabled: true, shouldActivateDisabledStrategies: true } },
    'Turn on dark-mode in production',
    ['Its disabled strategies are enabled again.'],
  ],
  [
    'on for a time',
    { action: 'updateEnabled', payload: { enabled: true, until: '2026-11-21T17:00:00Z' } },
    'Turn on dark-mode in production',
    ['It is turned off again at 2026-11-21T17:00:00.000Z.'],
  ],
  [
    'a new strategy',
    {
      action: 'addStrategy',
      payload: rollout(25, { constraints: [country('NO'), country('SE')], segments: [3] }),
    },
    'Add strategy Gradual rollout 25% with 2 constraints and the segment “Norway”',
    [
      'On for 25% of users, where country is one of NO and country is one of SE and the user is in the segment “Norway”.',
    ],
  ],
  [
    'a new strategy that says only its kind',
    { action: 'addStrategy', payload: { name: 'default' } },
    'Add strategy Standard',
    ['On for everybody.'],
  ],
  [
    'a larger share',
    { action: 'updateStrategy', payload: { id: 'a', ...rollout(50), snapshot: rollout(25) } },
    'Change strategy Gradual rollout 25%',
    ['Rollout 25% → 50%'],
  ],
  [
    'what the service completes',
    {
      action: 'updateStrategy',
      payload: { id: 'a', parameters: { rollout: '25' }, snapshot: rollout(25) },
    },
    'Change strategy Gradual rollout 25%',
    ['Nothing changes.'],
  ],
  [
    'everything about a strategy',
    {
      action: 'updateStrategy',
      payload: {
        id: 'a',
        name: 'remoteAddress',
        title: 'Office',
        disabled: true,
        parameters: { IPs: '10.0.0.0/8' },
        constraints: [country('NO', 'DK'), { contextName: 'userId', operator: 'NUM_GT', value: '7' }],
        segments: [2],
        variants: [variant('blue', 1000)],
        snapshot: rollout(25, {
          constraints: [country('NO', 'SE'), { contextName: 'email', operator: 'IN', values: ['x'] }],
          segments: [1],
        }),
      },
    },
    'Change strategy Gradual rollout 25% with 2 constraints and the segment “Staff”',
    [
      'Strategy Gradual rollout → IPs',
      'Title none → “Office”',
      'Disabled: kept but not used',
      'Rollout 25% → none',
      'Addresses none → 10.0.0.0/8',
      'Values of country: DK added, SE removed',
      'Constraint added: userId > 7',
      'Constraint removed: email is one of x',
      'Segment added: Testers',
      'Segment removed: Staff',
      'Variant blue 100% added',
    ],
  ],
  [
    'a strategy without snapshot, by what is there now',
    { action: 'updateStrategy', payload: { id: 'b', ...rollout(75) } },
    'Change strategy Gradual rollout 50%',
    ['Rollout 50% → 75%'],
  ],
  [
    'the single value of a constraint',
    {
      action: 'updateStrategy',
      payload: {
        id: 'a',
        ...rollout(25, { constraints: [{ contextName: 'age', operator: 'NUM_GT', value: '9' }] }),
        snapshot: rollout(25, {
          constraints: [{ contextName: 'age', operator: 'NUM_GT', values: [], value: '7' }],
        }),
      },
    },
    'Change strategy Gradual rollout 25% with 1 constraint',
    ['Constraint age > 7 → 9'],
  ],
  [
    'a strategy that goes',
    { action: 'deleteStrategy', payload: { id: 'a', snapshot: rollout(25, { title: 'Staff' }) } },
    'Remove strategy Gradual rollout “Staff” 25%',
    ['On for 25% of users.'],
  ],
  [
    'another order',
    {
      action: 'reorderStrategy',
      payload: [
        { id: 'a', sortOrder: 2 },
        { id: 'b', sortOrder: 1 },
      ],
    },
    'Reorder the strategies of dark-mode in production',
    ['1. Gradual rollout 50%', '2. Gradual rollout 25%'],
  ],
  [
    'first variants',
    {
      action: 'patchVariant',
      payload: { variants: [{ name: 'blue', weight: 1000 }], snapshot: { variants: [] } },
    },
    'Add variants to dark-mode in production',
    ['Variant blue 100% added'],
  ],
  [
    'other variants',
    {
      action: 'patchVariant',
      payload: {
        variants: [
          variant('blue', 700, { weightType: 'fix', stickiness: 'userId' }),
          variant('red', 300, { stickiness: 'userId', payload: { type: 'string', value: 'x' } }),
        ],
        snapshot: { variants: [variant('blue', 500), variant('red', 300), variant('green', 200)] },
      },
    },
    'Change the variants of dark-mode in production',
    [
      'Variant blue 50% → 70%',
      'Variant blue: its share is fixed',
      'Variant red: payload none → string x',
      'Variant green 20% removed',
      'Variants stick to userId instead of default',
    ],
  ],
  [
    'no variants any more',
    { action: 'patchVariant', payload: { variants: [], snapshot: { variants: [variant('blue', 1000)] } } },
    'Remove the variants of dark-mode in production',
    ['Variant blue 100% removed'],
  ],
  [
    'archiving',
    { action: 'archiveFeature' },
    'Archive dark-mode',
    ['SDKs no longer get it, in any environment.'],
  ],
  [
    'a parent',
    { action: 'addDependency', payload: { feature: 'theming' } },
    'Make dark-mode depend on theming',
    ['dark-mode is on only while theming is on.'],
  ],
  [
    'a parent with variants',
    { action: 'addDependency', payload: { feature: 'theming', variants: ['a', 'b'] } },
    'Make dark-mode depend on theming',
    ['dark-mode is on only while theming is on as a or b.'],
  ],
  [
    'a parent that is off',
    { action: 'addDependency', payload: { feature: 'theming', enabled: false } },
    'Make dark-mode depend on theming',
    ['dark-mode is on only while theming is off.'],
  ],
  [
    'no parents any more',
    { action: 'deleteDependency' },
    'Remove the parents of dark-mode',
    ['It no longer depends on another flag.'],
  ],
  [
    'a segment',
    {
      action: 'updateSegment',
      payload: { id: 3, name: 'Testers', constraints: [country('NO', 'SE')], snapshot: testers },
    },
    'Change segment Beta',
    ['Name Beta → Testers', 'Description First → none', 'Values of country: SE added'],
    ofSegment,
  ],
  [
    'a segment that goes',
    { action: 'deleteSegment', payload: { id: 3, snapshot: testers } },
    'Delete segment Beta',
    ['In it: country is one of NO'],
    ofSegment,
  ],
]

describe('a change in words', () => {
  it.each(TABLE)('%s', (_what, change, title, details, place = around) => {
    expect(describeChange(change, place)).toMatchObject({ title, details })
  })

  it('covers every kind', () => {
    const kinds: Record<RequestedChange['action'], true> = {
      updateEnabled: true,
      addStrategy: true,
      updateStrategy: true,
      deleteStrategy: true,
      reorderStrategy: true,
      patchVariant: true,
      archiveFeature: true,
      addDependency: true,
      deleteDependency: true,
      addReleasePlan: true,
      deleteReleasePlan: true,
      startMilestone: true,
      updateMilestoneStrategy: true,
      changeMilestoneProgression: true,
      deleteMilestoneProgression: true,
      resumeMilestoneProgression: true,
      changeReleasePlanSafeguard: true,
      deleteReleasePlanSafeguard: true,
      changeFeatureEnvSafeguard: true,
      deleteFeatureEnvSafeguard: true,
      updateSegment: true,
      deleteSegment: true,
    }
    // release changes have their own table
    const told = [...TABLE.map(([, change]) => change.action), ...Object.keys(RELEASE_DESCRIPTIONS)]
    expect(new Set(told)).toEqual(new Set(Object.keys(kinds)))
  })

  it('of an unknown kind is shown by its name', () => {
    expect(describeChange({ action: 'renameFeature', payload: { name: 'x' } }, around)).toEqual({
      title: 'renameFeature',
      details: [],
      after: { name: 'x' },
    })
  })
})

describe('the state before and after a change', () => {
  const pair = (action: string, payload: unknown) => {
    const { before, after } = describeChange({ action, payload }, around)
    return { before, after }
  }

  it('is the current state', () => {
    expect(pair('updateEnabled', { enabled: true })).toEqual({
      before: { enabled: false },
      after: { enabled: true },
    })
  })

  it('of a strategy has its fields in one order, whichever order they were sent in', () => {
    const { before, after } = pair('updateStrategy', { id: 'a', ...rollout(50), snapshot: rollout(25) })
    expect(Object.keys(before as object)).toEqual(Object.keys(after as object))
    expect(after).toEqual(rollout(50))
  })

  it('is empty where nothing exists', () => {
    expect(pair('deleteStrategy', { id: 'a', snapshot: rollout(25) })).toEqual({
      before: rollout(25),
      after: undefined,
    })
    expect(pair('addStrategy', { name: 'default' })).toEqual({
      before: undefined,
      after: { name: 'default' },
    })
  })
})

describe('ux task 2: the segments of a strategy', () => {
  const payload = rollout(25, { segments: [1, 3] })

  it('are named in the text of a change', () => {
    expect(describeChange({ action: 'addStrategy', payload }, around)).toMatchObject({
      title: 'Add strategy Gradual rollout 25% with the segments “Staff” and “Norway”',
      details: ['On for 25% of users, where the user is in the segments “Staff” and “Norway”.'],
    })
  })

  it('are named in the milestones of a release plan', () => {
    const milestones = [{ name: 'Few', strategies: [rollout(5, { segments: [2] })] }]
    const snapshot = { name: 'Slowly', milestones, strategies: milestones[0]?.strategies }
    const detailsOf = (action: string, rest: object) =>
      describeChange({ action, payload: { ...rest, snapshot } }, around).details
    expect(detailsOf('addReleasePlan', { templateId: 'T' })).toEqual([
      '1. Few: Gradual rollout 5% with the segment “Testers”',
    ])
    expect(detailsOf('startMilestone', { planId: 'P', milestoneId: 'M' })).toEqual([
      'On for 5% of users, where the user is in the segment “Testers”.',
    ])
  })

  it('are counted while their names are unknown', () => {
    const { title } = describeChange(
      { action: 'addStrategy', payload },
      { ...around, segmentNames: undefined },
    )
    expect(title).toBe('Add strategy Gradual rollout 25% with 2 segments')
  })
})
