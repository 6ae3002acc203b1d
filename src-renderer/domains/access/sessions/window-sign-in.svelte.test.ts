import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { desktop } from '#lib/desktop.svelte.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import WindowSignIn from './WindowSignIn.svelte'

const send = vi.fn()
const asked = vi.fn()

afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  queryClient.clear()
  desktop.isSignedIn = false
})

/** Shows the sign-in in a window of the desktop, or in a browser, of an instance with these providers. */
function show(enabled: { oidc: boolean; saml: boolean }, where: 'desktop' | 'browser' = 'desktop') {
  if (where === 'desktop') vi.stubGlobal('halyardDesktop', { send, onMessage: () => () => undefined })
  const settingOf = (is: boolean) => () => {
    asked()
    return { enabled: is }
  }
  answerProcedures({ getOidcSettings: settingOf(enabled.oidc), getSamlSettings: settingOf(enabled.saml) })
  render(WindowSignIn, { context: renderWindowContext() })
}
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent.trim())

it('offers each provider that is on, and asks the desktop to open it in the browser of the system', async () => {
  show({ oidc: true, saml: true })
  await fireEvent.click(await screen.findByRole('button', { name: 'Sign in with SAML' }))
  expect(buttons()).toEqual(['Sign in with OpenID Connect', 'Sign in with SAML'])
  expect(send.mock.calls).toEqual([[{ kind: 'sign-in', integration: 'saml' }]])
})

it('offers nothing that is off, and signs out who is signed in', async () => {
  show({ oidc: false, saml: false })
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  expect(buttons()).toEqual([])
  desktop.isSignedIn = true
  await fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  expect(send.mock.calls).toEqual([[{ kind: 'sign-out' }]])
})

it('is not in a browser, which has a page for it', () => {
  show({ oidc: true, saml: true }, 'browser')
  expect([buttons(), asked.mock.calls]).toEqual([[], []])
})
