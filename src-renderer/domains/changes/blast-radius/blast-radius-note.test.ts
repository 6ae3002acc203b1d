import { QueryClient, QueryClientProvider } from '@tanstack/svelte-query'
import { render, screen } from '@testing-library/svelte'
import { createRawSnippet, getAllContexts } from 'svelte'
import { expect, it } from 'vitest'

import type { BlastRadius } from '#shared/changes/schemas/blast-radius.ts'
import { keys } from '#lib/queries.ts'
import BlastRadiusNote from './BlastRadiusNote.svelte'
import type { ProposedSave } from './blast-radius-query.ts'

const proposed: ProposedSave = { kind: 'change-request', projectId: 'default', id: 1 }

/** Shows the note with an answer that has been read already. */
function shown(seen: number) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  const counts = { seen, turnsOn: 0, turnsOff: 0, variantChanges: 0, stays: seen }
  const more = { window: '24h', flags: [], samples: [], isSampled: false, isHypothetical: false }
  const radius = { ...counts, ...more } as unknown as BlastRadius
  client.setQueryData(keys.blastRadius(JSON.stringify(proposed), '24h'), radius)
  let context = new Map<unknown, unknown>()
  const children = createRawSnippet(() => {
    context = getAllContexts()
    return { render: () => '<i></i>' }
  })
  render(QueryClientProvider, { client, children })
  render(BlastRadiusNote, { props: { proposed }, context })
}

it('the note for an unseen blast radius is an icon, with the reason in its popover', async () => {
  shown(0)
  const summary = await screen.findByTitle('No contexts seen in 24 h')
  const details = summary.closest('details')
  expect(details?.open).toBe(false)
  expect(screen.queryByRole('status')).toBeNull()
  summary.click()
  expect(details?.open).toBe(true)
  expect(details?.textContent).toContain('SDKs that evaluate locally do not report contexts')
})

it('the note for an affected context is shown at once', async () => {
  shown(312)
  expect((await screen.findByText('No effect on the 312 contexts seen in 24 h.')).closest('details')).toBe(
    null,
  )
})
