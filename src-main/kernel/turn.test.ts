import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { Turn } from './turn.ts'

/** Keeps the processor busy for longer than a turn may be. */
function work(): void {
  for (const began = performance.now(); performance.now() - began < 10;);
}

it('attack B8: one of many long computations runs in each turn of the event loop', async () => {
  let steps = 0
  const compute = async () => {
    const turn = new Turn()
    for (let step = 0; step < 5; step++) {
      work()
      steps++
      await turn.pause()
    }
  }
  const all = Promise.all(Array.from({ length: 8 }, compute))
  const stepsOfTurns: number[] = []
  while (steps < 8 * 5) {
    const before = steps
    await turnOfTheLoop()
    stepsOfTurns.push(steps - before)
  }
  await all
  // each began at once, and no two continue in the same turn
  expect(Math.max(...stepsOfTurns)).toBe(1)
  expect(stepsOfTurns.length).toBeGreaterThanOrEqual(32)
})
