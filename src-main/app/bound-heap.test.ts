import { execFileSync } from 'node:child_process'

import { expect, it } from 'vitest'

/** Most megabytes of heap that a process had, whose cache was filled again and again. */
const heapOf = (...args: string[]) =>
  Number(
    execFileSync(
      process.execPath,
      ['--max-semi-space-size=2', 'test/support/faults/churn-process.ts', ...args],
      {
        encoding: 'utf8',
      },
    ),
  )

it('what caches drop is collected before it is as much as what they keep', () => {
  expect(heapOf('bounded')).toBeLessThan(0.7 * heapOf())
})
