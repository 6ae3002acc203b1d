import { QueryClientProvider } from '@tanstack/svelte-query'
import { render } from '@testing-library/svelte'
import { createRawSnippet, getAllContexts } from 'svelte'

import { queryClient } from './queries.ts'

/** Context that the window provides to all pages, for tests of a component by itself. */
export function renderWindowContext(): Map<unknown, unknown> {
  let context = new Map<unknown, unknown>()
  const children = createRawSnippet(() => {
    context = getAllContexts()
    return { render: () => '<i></i>' }
  })
  render(QueryClientProvider, { client: queryClient, children })
  return context
}
