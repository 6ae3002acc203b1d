import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { answerProcedures } from '#lib/answer-procedures.ts'
import { desktop } from '#lib/desktop.svelte.ts'
import { queryClient } from '#lib/queries.ts'
import { renderWindowContext } from '#lib/window-context.ts'
import { overlays } from './overlays.svelte.ts'
import UserMenu from './UserMenu.svelte'

const send = vi.fn()
const asked = vi.fn()

afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  queryClient.clear()
  desktop.isSignedIn = false
  overlays.shortcuts = false
  location.hash = ''
})

interface Shown {
  where?: 'desktop' | 'browser'
  enabled?: { oidc: boolean; saml: boolean }
}

/** Opens the menu of Ada, in a window of the desktop or in a browser, of an instance with these providers. */
async function open({ where = 'browser', enabled = { oidc: false, saml: false } }: Shown = {}) {
  if (where === 'desktop') vi.stubGlobal('halyardDesktop', { send, onMessage: () => () => undefined })
  const settingOf = (is: boolean) => () => {
    asked()
    return { enabled: is }
  }
  answerProcedures({
    getMe: () => ({
      user: { id: 1, name: 'Ada', username: 'ada', email: 'ada@example.com' },
      permissions: [],
    }),
    getProfile: () => ({ rootRole: { id: 2, name: 'Editor', description: '' }, projects: [] }),
    getOidcSettings: settingOf(enabled.oidc),
    getSamlSettings: settingOf(enabled.saml),
  })
  render(UserMenu, { props: { narrow: false }, context: renderWindowContext() })
  await fireEvent.keyDown(await screen.findByRole('button', { name: 'You: Ada' }), { key: 'Enter' })
  await screen.findByText('Editor')
}
// without a layout the menu finds no place above its button, and stays hidden
const items = () => screen.getAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent)
const choose = async (item: string) => fireEvent.click(await screen.findByText(item))

describe('the menu of the person in a browser', () => {
  it('says who is signed in and as what, and asks for no way to sign in', async () => {
    await open({ enabled: { oidc: true, saml: true } })
    expect(screen.getByText('ada@example.com')).toBeTruthy()
    expect(items()).toEqual(['My profile', 'Appearance', 'Keyboard shortcuts ?', 'Sign out'])
    expect(asked).not.toHaveBeenCalled()
  })

  it.each([
    ['My profile', '#/profile'],
    ['Appearance', '#/settings'],
  ])('leads by %s to %s', async (name, hash) => {
    await open()
    await choose(name)
    await waitFor(() => expect(location.hash).toBe(hash))
  })

  it('opens the sheet of shortcuts', async () => {
    await open()
    await choose('Keyboard shortcuts')
    await waitFor(() => expect(overlays.shortcuts).toBe(true))
  })
})

describe('the menu of the person in a window of the desktop', () => {
  it('offers each provider that is on, and asks the desktop to open it in the browser of the system', async () => {
    await open({ where: 'desktop', enabled: { oidc: true, saml: true } })
    await screen.findByText('Sign in with SAML')
    expect(items().slice(3)).toEqual(['Sign in with OpenID Connect', 'Sign in with SAML'])
    await choose('Sign in with SAML')
    await waitFor(() => expect(send.mock.calls).toEqual([[{ kind: 'sign-in', integration: 'saml' }]]))
  })

  it('offers nothing that is off, and no sign-out of the first Admin, who has not signed in', async () => {
    await open({ where: 'desktop' })
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    expect(items()).toEqual(['My profile', 'Appearance', 'Keyboard shortcuts ?'])
  })

  it('signs out who is signed in', async () => {
    desktop.isSignedIn = true
    await open({ where: 'desktop', enabled: { oidc: true, saml: true } })
    expect([items().length, asked.mock.calls]).toEqual([4, []])
    await choose('Sign out')
    await waitFor(() => expect(send.mock.calls).toEqual([[{ kind: 'sign-out' }]]))
  })
})
