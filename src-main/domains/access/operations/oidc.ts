import { personOf } from '#kernel/caller.ts'
import { UnreadableSecret } from '#kernel/sealer.ts'
import { preparedMutation, query, type QueryContext, served } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/oidc.ts'
import type { OidcSettings } from '#shared/access/schemas/single-sign-on.ts'
import { type BrowserStep, toRedirect, toSignedOut } from '../sessions/browser-steps.ts'
import { checkOidcSettings, requireCallableProvider } from '../oidc/check-oidc-settings.ts'
import { explainRejection } from '../oidc/explain-rejection.ts'
import { connectProvider, openidClient } from '../oidc/oidc-provider.ts'
import {
  MISCONFIGURED_PROVIDER,
  OIDC_COOKIE,
  browserOf,
  redirectUriOf,
  type OidcServices,
} from '../oidc/oidc-services.ts'
import { NOT_WAITING, type PendingSignIn } from '../oidc/pending-sign-ins.ts'
import { idTokenOf, sessionWithIdToken } from '../oidc/session-id-token.ts'
import { hostOf, verifyAnswer, type VerifiedPerson } from '../oidc/verify-answer.ts'
import { deleteSessionsOf, readProviderSession } from '../sessions/sessions.store.ts'
import { guardDefaultRole } from '../single-sign-on/default-role-guard.ts'
import { noteConnectionChange, requireAdminSignIn } from '../single-sign-on/require-admin-sign-in.ts'
import { refuseIdentity, signInWithIdentity } from '../single-sign-on/sign-in-with-identity.ts'
import { noteSignIn } from '../single-sign-on/sign-ins.store.ts'
import {
  completedSettings,
  readMaskedSettings,
  readSsoSettings,
  writeSsoSettings,
} from '../single-sign-on/sso-settings.ts'
import { findFirstAdmin } from '../users/users.store.ts'

export const getOidcSettings = query(contract.getOidcSettings, ({ visible }) =>
  readMaskedSettings(visible, 'oidc'),
)

const name = 'oidc'

/** Settings that decide who can sign in: sign-ins from before no longer prove that it works. */
const CONNECTION = [
  'enabled',
  'discoverUrl',
  'clientId',
  'secret',
  'idTokenSigningAlgorithm',
  'acrValues',
  'emailDomains',
  'enablePkce',
] as const

/** Replaces the OpenID Connect settings, unless that would lock everybody out. */
export const setOidcSettings = ({
  access,
  sealer,
  outbound,
}: Pick<OidcServices, 'access' | 'sealer' | 'outbound'>) =>
  preparedMutation(
    contract.setOidcSettings,
    // the lookup of a host takes too long for a transaction
    async ({ visible }, { body: sent }) => {
      const before = await readMaskedSettings(visible, name)
      await requireCallableProvider(outbound, completedSettings(sent, before), before)
    },
    async (context, { body: sent }) => {
      const { everything, record } = context
      const before = await readMaskedSettings(everything, name)
      const body = completedSettings(sent, before)
      await checkOidcSettings(context, body, before)
      await guardDefaultRole(context, access, body, before)
      await writeSsoSettings(everything, sealer, name, body)
      if (CONNECTION.some((field) => body[field] !== before[field]))
        await noteConnectionChange(everything, name)
      await requireAdminSignIn(everything)
      const after = await readMaskedSettings(everything, name)
      record({ type: 'auth-settings-updated', data: { name, ...after }, preData: { name, ...before } })
      return after
    },
  )

/** Sends the browser to the provider, with state, nonce and PKCE that only this browser can complete. */
export const beginOidcSignIn = ({ sealer, outbound, oidc, pagesUrl, baseUrl }: OidcServices) =>
  served(
    preparedMutation<typeof contract.beginOidcSignIn, BrowserStep | { reason: string }, BrowserStep>(
      contract.beginOidcSignIn,
      async ({ visible, ids, now, caller: { actor } }, { headers: { host }, query: { here, window } }) => {
        // the cookie must be for the host that the provider sends the browser back to
        const pages = pagesUrl()
        if (host !== new URL(pages).host && here === undefined)
          return {
            location: `${pages}/auth/oidc/login?here=1${window === undefined ? '' : `&window=${encodeURIComponent(window)}`}`,
          }
        let provider: string | undefined
        try {
          const settings = await readSsoSettings(visible, sealer, 'oidc')
          provider = settings.discoverUrl
          const config = await connectProvider(settings, outbound)
          const client = await openidClient()
          const [nonce, codeVerifier] = [client.randomNonce(), client.randomPKCECodeVerifier()]
          const [browser, redirectUri] = [ids.hex(24), redirectUriOf(pages)]
          const isOfWindow = oidc.window.isOpen(window)
          const startedBy = isOfWindow
            ? (oidc.window.userId ?? (await findFirstAdmin(visible))?.id)
            : personOf(actor)
          const pending = {
            ...{ nonce, codeVerifier, redirectUri },
            ...(isOfWindow && window !== undefined ? { windowTicket: window } : {}),
            ...(startedBy === undefined ? {} : { startedBy }),
          }
          const usesPkce = settings.enablePkce !== false
          const url = client.buildAuthorizationUrl(config, {
            redirect_uri: redirectUri,
            scope: ['openid', 'email', 'profile', ...(settings.addGroupsScope ? ['groups'] : [])].join(' '),
            state: oidc.pending.begin(browser, pending, now),
            nonce,
            ...(settings.acrValues ? { acr_values: settings.acrValues } : {}),
            ...(usesPkce
              ? {
                  code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
                  code_challenge_method: 'S256',
                }
              : {}),
          })
          return { location: url.href, browser }
        } catch (error) {
          return { reason: explainRejection(error, hostOf(provider)) }
        }
      },
      async (context, _request, step) => {
        if (!('reason' in step)) return step
        await refuseIdentity(context, { integration: 'oidc', subject: MISCONFIGURED_PROVIDER }, step.reason)
        return { location: oidc.failures.pageFor(step.reason) }
      },
    ),
    { reply: toRedirect({ baseUrl }, OIDC_COOKIE) },
  )

type Verified =
  { settings: OidcSettings; person: VerifiedPerson; pending: PendingSignIn } | { reason: string }

/** Signs a browser in that comes back from the provider. A rejection leads to the sign-in page, with its reason. */
export const finishOidcSignIn = ({
  access,
  maxParallelSessions,
  sealer,
  outbound,
  oidc,
  baseUrl,
}: OidcServices) =>
  served(
    preparedMutation<typeof contract.finishOidcSignIn, Verified, BrowserStep>(
      contract.finishOidcSignIn,
      async ({ visible, now }, { query, headers: { cookie } }) => {
        const pending = await oidc.pending.find(visible, query.state, browserOf(cookie), now)
        if (typeof pending === 'string') return { reason: pending }
        const settings = await settingsOrReason(visible, sealer)
        if (typeof settings === 'string') return { reason: settings }
        const parameters = Object.fromEntries(
          Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
        )
        const person = await verifyAnswer(settings, outbound, { pending, parameters })
        return typeof person === 'string' ? { reason: person } : { settings, person, pending }
      },
      async (context, { query, headers: { cookie } }, verified) => {
        const refuse = async (reason: string): Promise<BrowserStep> => {
          await refuseIdentity(context, { integration: 'oidc', subject: MISCONFIGURED_PROVIDER }, reason)
          return { location: oidc.failures.pageFor(reason) }
        }
        const isFirst = await oidc.pending.finish(context.everything, query.state, browserOf(cookie))
        if ('reason' in verified) return refuse(verified.reason)
        if (!isFirst) return refuse(NOT_WAITING)
        const { settings, person } = verified
        const { windowTicket, startedBy } = verified.pending
        const services = { access, maxParallelSessions }
        const providerSession = sessionWithIdToken(sealer, person.idToken)
        const identity = { ...person.identity, providerSession, startedBy }
        const outcome = await signInWithIdentity(context, services, identity, settings)
        if (outcome.kind === 'refused') return { location: oidc.failures.pageFor(outcome.reason) }
        const userId = outcome.session.user.id
        context.onPublished(() => oidc.window.finish(windowTicket, userId))
        return { location: '/', session: outcome.session.secret }
      },
    ),
    { reply: toRedirect({ baseUrl }, OIDC_COOKIE) },
  )

async function settingsOrReason(
  queries: QueryContext['visible'],
  sealer: OidcServices['sealer'],
): Promise<OidcSettings | string> {
  try {
    return await readSsoSettings(queries, sealer, 'oidc')
  } catch (error) {
    if (error instanceof UnreadableSecret) return error.message
    throw error
  }
}

const SIGNED_OUT = '/signed-out'

/**
 * Ends all sessions of the caller. If single sign-out is on and the caller signed in with the provider, the browser goes on
 * to the provider, which ends its own session. A provider that cannot be reached does not keep anybody signed in here.
 */
export const endOidcSession = ({ sealer, outbound, pagesUrl, baseUrl }: OidcServices) =>
  served(
    preparedMutation<typeof contract.endOidcSession, string, BrowserStep>(
      contract.endOidcSession,
      async ({ visible, caller, logger }) => {
        const userId = personOf(caller.actor)
        const { session } = caller
        const origin = session === undefined ? undefined : await readProviderSession(visible, session)
        if (userId === undefined || origin?.integration !== 'oidc') return SIGNED_OUT
        const idToken = idTokenOf(sealer, origin)
        try {
          const settings = await readSsoSettings(visible, sealer, 'oidc')
          if (settings.enableSingleSignOut !== true) return SIGNED_OUT
          const config = await connectProvider(settings, outbound)
          if (config.serverMetadata().end_session_endpoint === undefined) return SIGNED_OUT
          const { buildEndSessionUrl } = await openidClient()
          return buildEndSessionUrl(config, {
            ...(idToken === undefined ? {} : { id_token_hint: idToken }),
            post_logout_redirect_uri: `${pagesUrl()}${SIGNED_OUT}`,
          }).href
        } catch (error) {
          logger.warn({ err: error }, 'signed out here, but not at the OpenID Connect provider')
          return SIGNED_OUT
        }
      },
      async ({ everything, caller, now }, _request, location) => {
        const { actor } = caller
        if (actor.kind !== 'user') return { location }
        const { username, id: userId } = actor
        await deleteSessionsOf(everything, userId)
        await noteSignIn(everything, {
          type: 'logout',
          method: 'oidc',
          username,
          userId,
          ip: caller.ip,
          at: now,
        })
        return { location }
      },
    ),
    { reply: toSignedOut({ baseUrl }) },
  )
