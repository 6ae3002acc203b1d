import { csvOf } from '#kernel/route.ts'
import { mutation, query, served } from '#kernel/use-case.ts'
import * as oidcContract from '#shared/access/contract/oidc.ts'
import * as loginHistoryContract from '#shared/access/contract/login-history.ts'
import * as passwordSettingsContract from '#shared/access/contract/password-settings.ts'
import { loginCsv, type LoginEvent } from '#shared/access/schemas/login-history.ts'
import * as providerAccountsContract from '#shared/access/contract/provider-accounts.ts'
import { countLogins, readLoginHistory } from '../single-sign-on/login-history.read-model.ts'
import {
  readPasswordSettings,
  readSignInMethods,
  writePasswordSettings,
} from '../single-sign-on/password-settings.ts'
import { requireAdminSignIn } from '../single-sign-on/require-admin-sign-in.ts'
import { readAccounts, unlinkAccounts } from '../single-sign-on/provider-identities.store.ts'
import { readSealedSettings } from '../single-sign-on/sso-settings.ts'
import type { OidcServices } from '../oidc/oidc-services.ts'
import { readProviderSession } from '../sessions/sessions.store.ts'
import { requirePerson } from '../users/require-person.ts'
import { displayNameOf } from '../users/user.ts'

export const getSimpleSettings = query(passwordSettingsContract.getSimpleSettings, ({ visible }) =>
  readPasswordSettings(visible),
)

const name = 'password-sign-in'

/** Switches password sign-in on or off, unless that would lock everybody out. Missing means on. */
export const setSimpleSettings = mutation(
  passwordSettingsContract.setSimpleSettings,
  async ({ everything, record }, { body }) => {
    const before = await readPasswordSettings(everything)
    const settings = { disabled: body.disabled ?? false }
    if (settings.disabled === before.disabled) return settings
    await writePasswordSettings(everything, settings)
    await requireAdminSignIn(everything)
    record({ type: 'auth-settings-updated', data: { name, ...settings }, preData: { name, ...before } })
    return settings
  },
)

export interface LoginHistoryAnswer {
  events: LoginEvent[]
  /** Entries that match, on all pages. */
  total: number
  /** Preferred format, from the Accept header. */
  format: 'json' | 'csv'
}

const DEFAULT_LIMIT = 1000

/** Lists sign-ins (docs/contract/instance.md#logins). Sign-outs, and their mark, only if `type` is given. */
export const getLoginHistory = served(
  query<typeof loginHistoryContract.getLoginHistory, LoginHistoryAnswer>(
    loginHistoryContract.getLoginHistory,
    async (
      { visible },
      { query: { limit = DEFAULT_LIMIT, offset = 0, type, ...rest }, headers: { accept } },
    ) => {
      const filter = { ...rest, type: type === 'all' ? undefined : (type ?? 'login') }
      const events = await readLoginHistory(visible, filter, { limit, offset })
      return {
        events: type === undefined ? events.map(({ type: _login, ...event }) => event) : events,
        total: await countLogins(visible, filter),
        format: /\btext\/csv\b/i.test(accept ?? '') ? 'csv' : 'json',
      }
    },
  ),
  {
    reply: ({ events, format }) => {
      if (format === 'csv') return csvOf(loginCsv(events), 'login-history')
      return events.length === 0 ? { status: 204 } : { status: 200, body: { events } }
    },
  },
)

export const getProviderAccounts = query(
  providerAccountsContract.getProviderAccounts,
  async ({ visible }, { params: { id } }) => {
    const user = await requirePerson(visible, id)
    return { accounts: await readAccounts(visible, user.id) }
  },
)

/** Lets the next account with the user's e-mail address become the user's. Sessions stay. */
export const forgetProviderAccounts = mutation(
  providerAccountsContract.forgetProviderAccounts,
  async ({ everything, record }, { params: { id } }) => {
    const user = await requirePerson(everything, id)
    const accounts = await unlinkAccounts(everything, id)
    if (accounts > 0)
      record({ type: 'provider-accounts-forgotten', data: { id, name: displayNameOf(user), accounts } })
  },
)

/** Lists the ways to sign in, for the page of somebody who is not signed in, and how the caller's session ends. */
export const getSignInOptions = ({ oidc }: Pick<OidcServices, 'oidc'>) =>
  served(
    query(oidcContract.getSignInOptions, async ({ visible, caller }, { query: { failure: reference } }) => {
      const failure = reference === undefined ? undefined : oidc.failures.reasonOf(reference)
      const { enabled, enableSingleSignOut } = await readSealedSettings(visible, 'oidc')
      const saml = await readSealedSettings(visible, 'saml')
      const ends = { oidc: enabled && enableSingleSignOut, saml: saml.enabled && saml.signOutUrl }
      const { session } = caller
      const origin = session === undefined ? undefined : await readProviderSession(visible, session)
      return {
        ...(await readSignInMethods(visible)),
        singleSignOut: origin && ends[origin.integration] ? [origin.integration] : [],
        ...(failure === undefined ? {} : { failure }),
      }
    }),
    { headers: () => ({ 'cache-control': 'no-store' }) },
  )
