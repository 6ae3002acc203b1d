import { describe, expect, it } from 'vitest'

import type { Milestone } from '#shared/flags/schemas/release-plan.ts'
import { planState, progressionInWords, stateOf } from './plan-words.ts'

const milestone = (id: string, more: Partial<Milestone> = {}): Milestone => ({
  id,
  name: id,
  sortOrder: 0,
  releasePlanDefinitionId: 'P',
  startedAt: null,
  pausedAt: null,
  progressionExecutedAt: null,
  transitionCondition: null,
  strategies: [],
  ...more,
})
const plan = (activeMilestoneId: string | null, more: Partial<Milestone> = {}) => ({
  milestones: ['a', 'b', 'c'].map((id) => milestone(id, id === activeMilestoneId ? more : {})),
  activeMilestoneId,
})

describe('the steps of a release plan', () => {
  it.each([
    ['b', false, ['done', 'active', 'next']],
    ['b', true, ['done', 'paused', 'next']],
    [null, false, ['next', 'next', 'next']],
    ['c', false, ['done', 'done', 'active']],
  ])('with %s active, on hold %s', (active, onHold, states) => {
    expect(['a', 'b', 'c'].map((id) => stateOf(plan(active), id, onHold))).toEqual(states)
  })
})

describe('the state of a release plan', () => {
  it.each([
    [plan(null), true, 'not started'],
    [plan('a'), true, 'milestone 1 of 3'],
    [plan('a'), false, 'on hold: the flag is off'],
    [plan('a', { pausedAt: '2026-11-21T12:00:00.000Z' }), true, 'paused'],
    [plan('c'), true, 'at the last milestone'],
  ])('%#', (one, isEnabled, label) => {
    expect(planState(one, isEnabled).label).toBe(label)
  })
})

describe('the start of the next milestone', () => {
  const timed = { transitionCondition: { intervalMinutes: 120 } }
  const status = { id: 'P', onHold: 'paused' as const, nextMilestoneId: 'b', dueAt: null }
  it.each([
    [{ transitionCondition: null }, undefined, '“b” has to be started manually.'],
    [timed, undefined, '“b” starts automatically after 2 hours.'],
    [timed, status, '“b” starts after 2 hours; the timer is paused.'],
  ])('%#', (from, is, words) => {
    expect(progressionInWords(from, { name: 'b' }, { status: is, isActive: true })).toBe(words)
  })
})
