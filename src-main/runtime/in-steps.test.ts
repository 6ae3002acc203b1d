import { expect, it } from 'vitest'

import { inSteps, mapInSteps } from './in-steps.ts'

/** Takes the event loop for longer than one turn may. */
function work(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('other work gets its turn between the items of a long list', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 0)
  await inSteps([1, 2, 3, 4, 5], () => work(10))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(1)
})

it('mapping in steps keeps the order of the items, and passes errors on', async () => {
  expect(await mapInSteps(new Set([3, 1, 2]), async (n) => n * 2)).toEqual([6, 2, 4])
  const seen: number[] = []
  await inSteps([7, 8], (item, index) => void seen.push(item, index))
  expect(seen).toEqual([7, 0, 8, 1])
  await expect(mapInSteps([1], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
