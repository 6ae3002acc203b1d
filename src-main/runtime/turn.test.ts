import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { roomInTurn, Turn } from './turn.ts'

/** Keeps the processor busy for longer than a turn may be. */
function work(): void {
  for (const began = performance.now(); performance.now() - began < 10;);
}

it('one of many long computations runs in each turn of the event loop', async () => {
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

it('requests that arrive together begin in turns of their own once a turn is long', async () => {
  let begun = 0
  const request = async () => {
    const room = roomInTurn()
    if (room) await room
    begun++
    work()
  }
  const all = Promise.all(Array.from({ length: 8 }, request))
  const begunInTurns = [begun]
  while (begun < 8) {
    const before = begun
    await turnOfTheLoop()
    begunInTurns.push(begun - before)
  }
  await all
  expect(Math.max(...begunInTurns)).toBe(1)
})

it('the first request of a turn begins at once', async () => {
  await turnOfTheLoop()
  expect(roomInTurn()).toBeUndefined()
})
