import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { idWindows, newestWindows, type IdRange } from './id-windows.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** The windows of a range, when each takes so many milliseconds. */
async function windowsOf(range: IdRange, ms: number): Promise<IdRange[]> {
  const windows: IdRange[] = []
  for await (const window of newestWindows(range)) {
    windows.push(window)
    vi.advanceTimersByTime(ms)
  }
  return windows
}

it('issue 14 limits: a search waits for a busy disk a bounded number of times', async () => {
  const windows = await windowsOf({ first: 1, last: 1_000_000 }, 50)
  expect(windows.length).toBeLessThanOrEqual(1000)
})

it.each([0, 4, 50])('each id is in one window, newest first, at %i ms a window', async (ms) => {
  const windows = await windowsOf({ first: 7, last: 250_000 }, ms)
  expect(windows[0]?.last).toBe(250_000)
  expect(windows.at(-1)?.first).toBe(7)
  windows.slice(1).forEach((window, index) => expect(window.last + 1).toBe(windows[index]?.first))
})

it('a fast index makes the windows large', async () => {
  expect((await windowsOf({ first: 1, last: 1_000_000 }, 0)).length).toBeLessThan(20)
})

it('long rows begin with small windows, which stay small while each takes long', async () => {
  const sizes: number[] = []
  for await (const { first, last } of idWindows({ first: 1, last: 200 }, 'asc', { first: 40, least: 10 })) {
    sizes.push(last - first + 1)
    vi.advanceTimersByTime(16)
  }
  expect(sizes).toEqual([40, 20, ...Array.from({ length: 14 }, () => 10)])
})

it('oldest first, the windows follow each other upwards', async () => {
  const windows: IdRange[] = []
  for await (const window of idWindows({ first: 7, last: 250_000 }, 'asc')) windows.push(window)
  expect(windows[0]?.first).toBe(7)
  expect(windows.at(-1)?.last).toBe(250_000)
  windows.slice(1).forEach((window, index) => expect(window.first - 1).toBe(windows[index]?.last))
})
