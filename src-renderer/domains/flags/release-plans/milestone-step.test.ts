import { render, screen } from '@testing-library/svelte'
import { expect, it } from 'vitest'

import { startMilestone } from '#shared/flags/contract/release-plans.ts'
import type { Milestone } from '#shared/flags/schemas/release-plan.ts'
import { need } from '#lib/rights.svelte.ts'
import MilestoneStep from './MilestoneStep.svelte'

const milestone: Milestone = {
  id: 'a',
  name: 'Staff first',
  sortOrder: 0,
  releasePlanDefinitionId: 'plan',
  startedAt: null,
  pausedAt: null,
  progressionExecutedAt: null,
  transitionCondition: null,
  strategies: [
    {
      id: 'strategy',
      milestoneId: 'a',
      sortOrder: 0,
      title: null,
      disabled: false,
      name: 'default',
      strategyName: 'default',
      parameters: {},
      constraints: [],
      variants: [],
      segments: [1, 7],
    },
  ],
}

it('ux task 2: a milestone names the segments of its strategies', () => {
  render(MilestoneStep, {
    milestone,
    number: 1,
    state: 'next',
    segmentNames: new Map([
      [1, 'Staff'],
      [7, 'Norway'],
    ]),
    starting: need(startMilestone, { project: 'default', environment: 'production' }),
    onstart: () => {},
    onprogression: () => {},
    onedit: () => {},
  })
  expect(
    screen.getByText('On for everybody, where the user is in the segments “Staff” and “Norway”.', {
      exact: false,
    }),
  ).toBeTruthy()
})
