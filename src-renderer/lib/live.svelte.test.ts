import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { whileVisible } from './live.svelte.ts'

const show = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('a page in a hidden tab follows nothing after a while, and follows again when it is shown', () => {
  let open = 0
  const stop = whileVisible(() => {
    open += 1
    return () => (open -= 1)
  })
  expect(open).toBe(1)
  show('hidden')
  vi.advanceTimersByTime(4_000)
  // looked at again soon: it never stopped
  show('visible')
  vi.advanceTimersByTime(60_000)
  expect(open).toBe(1)
  show('hidden')
  vi.advanceTimersByTime(60_000)
  expect(open).toBe(0)
  show('visible')
  expect(open).toBe(1)
  stop()
  expect(open).toBe(0)
  show('hidden')
  show('visible')
  vi.advanceTimersByTime(60_000)
  expect(open).toBe(0)
})
