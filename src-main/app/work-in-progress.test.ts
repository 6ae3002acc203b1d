import { expect, it } from 'vitest'

import type { DatabaseMoveState } from '#shared/instance/schemas/database.ts'
import { workInProgress } from './work-in-progress.ts'

const NO_MOVE: DatabaseMoveState = {
  state: 'none',
  writesHeld: false,
  from: 'a file',
  to: null,
  startedAt: null,
  endedAt: null,
  error: null,
  useAfterwards: false,
  tables: [],
}

it('work under way is told in words, a move first', () => {
  expect(workInProgress({ running: [] }, { isRunning: false, state: NO_MOVE })).toEqual([])
  const running = ['importToggles', 'retention', 'a', 'b', 'c', 'd', 'e']
  const move = {
    isRunning: true,
    state: { ...NO_MOVE, state: 'copying' as const, to: 'postgres://db/flags' },
  }
  expect(workInProgress({ running }, move)).toEqual([
    'The data is being moved to postgres://db/flags.',
    expect.stringMatching(/^A request: Import/),
    'A job: retention.',
    'A job: a.',
    'A job: b.',
    'A job: c.',
    'And 2 more.',
  ])
})
