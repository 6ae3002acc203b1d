import { describe, expect, it } from 'vitest'

import { outcomeOf } from './index.ts'

const execution = (state: string, ...actions: string[]) => ({
  state,
  actions: actions.map((one) => ({ state: one })),
})

describe('the outcome of a signal', () => {
  it.each([
    ['no action set matched', [], null],
    ['all sets succeeded', [execution('success', 'success'), execution('success', 'success')], 'done'],
    ['the only action failed', [execution('failed', 'failed')], 'failed'],
    ['no action was done before one failed', [execution('failed', 'failed', 'not started')], 'failed'],
    ['some actions were done before one failed', [execution('failed', 'success', 'failed')], 'partly'],
    ['one of two sets failed', [execution('success', 'success'), execution('failed', 'failed')], 'partly'],
  ])('%s', (_case, executions, outcome) => {
    expect(outcomeOf(executions)).toBe(outcome)
  })

  it.each([
    ['a set was skipped', [], ['skipped'], 'skipped'],
    ['one was skipped, another reset', [], ['skipped', 'reset'], 'reset'],
    ['one was skipped, another executed', [execution('success', 'success')], ['skipped'], 'done'],
  ] as const)('%s', (_case, executions, kinds, outcome) => {
    expect(
      outcomeOf(
        executions,
        kinds.map((kind) => ({ kind })),
      ),
    ).toBe(outcome)
  })
})
