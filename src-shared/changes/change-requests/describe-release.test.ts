import { describe, expect, it } from 'vitest'

import { describeChange } from './describe-change.ts'
import { RELEASE_DESCRIPTIONS } from './describe-release.ts'
import { rollout } from '#support/stages/rollout-payload.ts'

const around = { feature: 'dark-mode', environment: 'production' }
const template = {
  name: 'Slowly',
  milestones: [
    { name: 'Few', strategies: [rollout(5)] },
    { name: 'All', strategies: [rollout(100), { ...rollout(1), name: 'default', parameters: {} }] },
  ],
}
const plan = { name: 'Slowly' }
const safeguard = {
  impactMetric: {
    metricName: 'errors',
    timeRange: 'hour',
    aggregationMode: 'p95',
    labelSelectors: { app: ['web'] },
  },
  triggerCondition: { operator: '>', threshold: 5 },
}
const MEASURED = 'The 95th percentile of errors (app is web) in the last hour above 5.'

/** Kinds of change of a release, each with its payload, its subject and its description. */
const TABLE: [action: string, payload: object, title: string, details: string[]][] = [
  [
    'addReleasePlan',
    { templateId: 'T', snapshot: template },
    'Release dark-mode in production by the template “Slowly”',
    ['1. Few: Gradual rollout 5%', '2. All: Gradual rollout 100%, Standard'],
  ],
  ['addReleasePlan', { templateId: 'T' }, 'Release dark-mode in production by the template “T”', []],
  [
    'deleteReleasePlan',
    { planId: 'P', snapshot: plan },
    'Remove the release plan “Slowly” of dark-mode in production',
    ['The strategies of its milestones are removed.'],
  ],
  [
    'startMilestone',
    { planId: 'P', milestoneId: 'M', snapshot: { name: 'Few', plan: 'Slowly', strategies: [] } },
    'Start the milestone “Few” of dark-mode in production',
    [],
  ],
  [
    'updateMilestoneStrategy',
    { id: 'S', parameters: { ...rollout(9).parameters }, snapshot: rollout(5, { milestone: 'Few' }) },
    'Change strategy Gradual rollout 5% of the milestone “Few”',
    ['Rollout 5% → 9%'],
  ],
  [
    'updateMilestoneStrategy',
    { id: 'S', snapshot: rollout(5, { milestone: 'Few' }) },
    'Change strategy Gradual rollout 5% of the milestone “Few”',
    ['Nothing changes.'],
  ],
  [
    'changeMilestoneProgression',
    {
      sourceMilestone: 'M',
      targetMilestone: 'N',
      transitionCondition: { intervalMinutes: 120 },
      snapshot: { name: 'Few', intervalMinutes: null, next: 'All' },
    },
    'Let the milestone “Few” last 2 hours',
    ['Then “All” starts automatically.', 'Currently it lasts until another one is started manually.'],
  ],
  [
    'deleteMilestoneProgression',
    { sourceMilestone: 'M', snapshot: { name: 'Few', intervalMinutes: 90, next: 'All' } },
    'Let the milestone “Few” last until another is started manually',
    ['It currently lasts 90 minutes.'],
  ],
  [
    'resumeMilestoneProgression',
    { planId: 'P', snapshot: plan },
    'Resume the release plan “Slowly” of dark-mode in production',
    ['Milestones start automatically again.'],
  ],
  [
    'changeReleasePlanSafeguard',
    { planId: 'P', safeguard, snapshot: plan },
    'Pause the release plan “Slowly” by a safeguard',
    [`${MEASURED} Then the plan pauses.`],
  ],
  [
    'deleteReleasePlanSafeguard',
    { planId: 'P', safeguardId: 'G', snapshot: safeguard },
    'Remove a safeguard of the release plan',
    [MEASURED],
  ],
  [
    'changeFeatureEnvSafeguard',
    { safeguard },
    'Turn off dark-mode in production by a safeguard',
    [`${MEASURED} Then the flag is turned off there.`],
  ],
  [
    'deleteFeatureEnvSafeguard',
    { safeguardId: 'G', snapshot: safeguard },
    'Remove a safeguard of the flag',
    [MEASURED],
  ],
]

describe('a change of a release plan in words', () => {
  it.each(TABLE)('%s', (action, payload, title, details) => {
    expect(describeChange({ action, payload }, around)).toMatchObject({ title, details })
  })

  it('covers every kind', () => {
    expect(new Set(TABLE.map(([action]) => action))).toEqual(new Set(Object.keys(RELEASE_DESCRIPTIONS)))
  })
})
