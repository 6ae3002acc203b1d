import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import Router, { router } from 'svelte-spa-router'
import { afterEach, expect, it, vi } from 'vitest'

import { lazyPage } from './lazy-page.ts'
import NotFoundPage from './NotFoundPage.svelte'
import NotLoaded from './NotLoaded.svelte'
import PageNotLoaded from './PageNotLoaded.svelte'

afterEach(() => vi.unstubAllGlobals())

it('a page is shown whose address changes while its code is read', async () => {
  let arrive = () => {}
  const load = vi.fn(async () => {
    await new Promise<void>((resolve) => (arrive = resolve))
    return { default: NotFoundPage }
  })
  location.hash = '#/items/1'
  render(Router, { routes: { '/items/:id': lazyPage(load) } })
  await waitFor(() => expect(load).toHaveBeenCalledOnce())
  location.hash = '#/items/2'
  await waitFor(() => expect(router.location).toBe('/items/2'))
  arrive()
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeTruthy()
})

it('a page whose code cannot be read is an error until it can be', async () => {
  const load = vi.fn<() => Promise<{ default: typeof NotFoundPage }>>()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  load.mockResolvedValueOnce({ default: NotFoundPage })
  const route = lazyPage(load)
  expect(await route.component()).toEqual({ default: PageNotLoaded })
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
