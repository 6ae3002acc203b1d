import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { toast } from 'svelte-sonner'
import { afterEach, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import ProviderAccountsPanel from './ProviderAccountsPanel.svelte'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
  toast.dismiss()
})

const account = {
  integration: 'oidc',
  issuer: 'https://login.example.com',
  subject: '00u1a2b3',
  linkedAt: '2026-11-01T10:00:00.000Z',
}
const forget = vi.fn<(input: unknown) => unknown>()

function show(accounts: object[]) {
  const read = vi.fn(() => ({ accounts }))
  answerProcedures({ getProviderAccounts: read, forgetProviderAccounts: forget })
  render(ProviderAccountsPanel, { props: { id: 7 }, context: renderWindowContext() })
  return read
}

it('lists the accounts at identity providers, and forgets them only after a question', async () => {
  show([account])
  expect(await screen.findByText('OpenID Connect, https://login.example.com')).toBeTruthy()
  expect(screen.getByText('00u1a2b3')).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Forget' }))
  expect(forget).not.toHaveBeenCalled()
  expect(await screen.findByText(/This can't be undone/)).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Forget accounts' }))
  await waitFor(() => expect(forget).toHaveBeenCalledTimes(1))
  expect(forget.mock.calls[0]?.[0]).toMatchObject({ params: { id: '7' } })
})

it('is not shown for a user who has none', async () => {
  const read = show([])
  await waitFor(() => expect(read).toHaveBeenCalled())
  expect(screen.queryByText('Single sign-on accounts')).toBeNull()
})
