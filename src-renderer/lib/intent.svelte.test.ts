import { flushSync } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'

import { intent, whenIntended } from './intent.svelte.ts'

afterEach(() => {
  intent.take()
  vi.useRealTimers()
})

/** Opens a page of the window, as a link does. */
function go(path: string): void {
  location.hash = `#${path}`
  dispatchEvent(new Event('hashchange'))
}

/** Counts how often a page does what was intended. */
function pageThatDoes(what: string) {
  const work = vi.fn()
  const end = $effect.root(() => whenIntended(() => what, work))
  flushSync()
  return { work, end }
}

it('is done by a page that comes late, once', () => {
  vi.useFakeTimers()
  intent.set('turn', '/projects/default')
  go('/projects/default?tab=flags')
  vi.advanceTimersByTime(3_600_000)
  const { work, end } = pageThatDoes('turn')
  expect(work).toHaveBeenCalledTimes(1)
  expect(intent.is('turn')).toBe(false)
  end()
})

it('is dropped by who goes somewhere else before the page came', () => {
  intent.set('turn', '/projects/default')
  go('/projects/default')
  go('/projects/default-2')
  go('/projects/default')
  const { work, end } = pageThatDoes('turn')
  expect(work).not.toHaveBeenCalled()
  end()
})
