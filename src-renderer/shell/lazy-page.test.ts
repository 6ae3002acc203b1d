import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'

import { lazyPage } from './lazy-page.ts'
import NotFoundPage from './NotFoundPage.svelte'
import NotLoaded from './NotLoaded.svelte'
import PageLoading from './PageLoading.svelte'
import PageNotLoaded from './PageNotLoaded.svelte'

afterEach(() => vi.unstubAllGlobals())

/** The placeholder that the router shows until the page is there. */
const loadingOf = ({ component }: ReturnType<typeof lazyPage>) =>
  'loading' in component ? component.loading : undefined

it('a page shows a placeholder until its code is read, and none afterwards', async () => {
  const route = lazyPage(() => Promise.resolve({ default: NotFoundPage }))
  expect(loadingOf(route)).toBe(PageLoading)
  expect(await route.component()).toEqual({ default: NotFoundPage })
  expect(loadingOf(route)).toBeUndefined()
})

it('a page whose code cannot be read is an error until it can be', async () => {
  const load = vi.fn<() => Promise<{ default: typeof NotFoundPage }>>()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  load.mockResolvedValueOnce({ default: NotFoundPage })
  const route = lazyPage(load)
  expect(await route.component()).toEqual({ default: PageNotLoaded })
  expect(loadingOf(route)).toBe(PageLoading)
  expect(await route.component()).toEqual({ default: NotFoundPage })
})

it('the window is not loaded again while the service is away', async () => {
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')))
  render(NotLoaded)
  expect(screen.getByRole('alert').textContent).toContain('may have been upgraded')
  await fireEvent.click(screen.getByRole('button', { name: 'Load again' }))
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain("The service isn't responding."),
  )
})
