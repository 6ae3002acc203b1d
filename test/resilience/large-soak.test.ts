import { expect, it } from 'vitest'

import { largeSoak } from './soak/large-soak.ts'

/** `npm run soak large` takes 20 for each operation. */
const SECONDS = 1

it('no request takes more than its caller may cost: turns, memory, disk', async () => {
  const lines: string[] = []
  const { outcomes, faults } = await largeSoak({ seconds: SECONDS }, (line) => lines.push(line))
  console.log(lines.join('\n'))
  expect(faults).toEqual([])
  // the test proves nothing unless the requests were served, but for those that are beyond the bounds
  const served = outcomes.filter(({ requests, refused }) => requests > refused)
  expect(served.length).toBeGreaterThan(25)
  expect(new Set(served.map(({ caller }) => caller)).size).toBe(8)
})
