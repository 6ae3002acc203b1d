import { render, screen } from '@testing-library/svelte'
import { expect, it } from 'vitest'

import MilestoneFields from './MilestoneFields.svelte'
import { emptyMilestone, toDraft } from './template-form.ts'

it('ux task 2: the strategies of a milestone name their segments', () => {
  const strategy = toDraft({ name: 'default', segments: [3, 5] })
  const state = $state({ milestone: { ...emptyMilestone(1), strategies: [strategy] } })
  const nothing = () => undefined
  render(MilestoneFields, {
    get milestone() {
      return state.milestone
    },
    set milestone(milestone) {
      state.milestone = milestone
    },
    index: 0,
    isLast: true,
    segmentNames: new Map([
      [3, 'Norway'],
      [5, 'Staff'],
    ]),
    ondragstart: nothing,
    ondragend: nothing,
    onmove: nothing,
    onremove: nothing,
    onedit: nothing,
  })
  const words = 'On for everybody, where the user is in the segments “Norway” and “Staff”.'
  expect(screen.getByText(words)).toBeTruthy()
})
