import { afterEach, expect, it, vi } from 'vitest'

import { preloadAt, preloadDaily, preloadLinked } from './preload-pages.ts'
import { routes } from './routes.ts'

const read = (page: keyof typeof routes) => vi.spyOn(routes[page], 'component').mockResolvedValue({} as never)
afterEach(() => vi.restoreAllMocks())

it('the page of the address is read before the shell is there', () => {
  const pages = { home: read('/'), flag: read('/projects/:projectId/features/:featureName') }
  preloadAt('')
  preloadAt('#/')
  preloadAt('#/projects/default/features/checkout?environment=production')
  preloadAt('#/nowhere')
  expect([pages.home.mock.calls.length, pages.flag.mock.calls.length]).toEqual([2, 1])
})

it('the page of a link is read when the link is pointed at', () => {
  const events = read('/events')
  document.body.innerHTML = '<a href="#/events?id=7"><i>Event</i></a><b>Other</b>'
  const point = (selector: string) =>
    document.querySelector(selector)?.dispatchEvent(new Event('pointerover', { bubbles: true }))
  document.addEventListener('pointerover', preloadLinked)
  point('b')
  expect(events).not.toHaveBeenCalled()
  point('i')
  expect(events).toHaveBeenCalledOnce()
  document.removeEventListener('pointerover', preloadLinked)
})

it('the pages of every day are read once, when there is nothing else to do', () => {
  vi.useFakeTimers()
  // all of them: one that is really read would still come when the test is over
  for (const page of Object.keys(routes) as (keyof typeof routes)[]) read(page)
  const pages = [read('/features'), read('/playground'), read('/projects/:projectId')]
  preloadDaily()
  preloadDaily()
  expect(pages.map((page) => page.mock.calls.length)).toEqual([0, 0, 0])
  vi.runAllTimers()
  expect(pages.map((page) => page.mock.calls.length)).toEqual([1, 1, 1])
  vi.useRealTimers()
})
