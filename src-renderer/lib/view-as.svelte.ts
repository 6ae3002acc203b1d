import { push } from 'svelte-spa-router'

import { queryClient } from './queries.ts'

/** The user as whom an Admin sees the instance; kept by the page alone, so that a new window begins as oneself. */
export const viewing = $state<{ user: { id: number; name: string } | undefined }>({ user: undefined })

/** Shows everything as this user sees it, read-only, from the first page on. */
export function startViewing(user: { id: number; name: string }): void {
  viewing.user = user
  begin()
}

export function stopViewing(): void {
  viewing.user = undefined
  begin()
}

function begin(): void {
  // data read as one user must not be shown to another
  void queryClient.resetQueries()
  void push('/projects')
}
