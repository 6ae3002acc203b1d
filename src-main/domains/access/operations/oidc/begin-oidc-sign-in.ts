import { beginOidcSignIn as operation } from '#shared/access/contract/oidc.ts'
import { personOf } from '#kernel/caller.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { explainRejection } from '../../records/oidc/explain-rejection.ts'
import { connectProvider } from '../../records/oidc/oidc-provider.ts'
import { openidClient } from '../../records/oidc/openid-client.ts'
import {
  MISCONFIGURED_PROVIDER,
  redirectUriOf,
  type OidcServices,
  type OidcStep,
} from '../../records/oidc/oidc-services.ts'
import { hostOf } from '../../records/oidc/verify-answer.ts'
import { refuseIdentity } from '../../records/single-sign-on/sign-in-with-identity.ts'
import { findFirstAdmin } from '../../records/users/users.store.ts'
import { readSsoSettings } from '../../records/single-sign-on/sso-settings.ts'

/** Sends the browser to the provider, with state, nonce and PKCE that only this browser can complete. */
export const beginOidcSignIn = ({ sealer, outbound, oidc, pagesUrl }: OidcServices) =>
  preparedMutation<typeof operation, OidcStep | { reason: string }, OidcStep>(
    operation,
    async ({ queries, ids, now, caller: { actor } }, { headers: { host }, query: { here, window } }) => {
      // the cookie must be for the host that the provider sends the browser back to
      const pages = pagesUrl()
      if (host !== new URL(pages).host && here === undefined)
        return {
          location: `${pages}/auth/oidc/login?here=1${window === undefined ? '' : `&window=${encodeURIComponent(window)}`}`,
        }
      let provider: string | undefined
      try {
        const settings = await readSsoSettings(queries, sealer, 'oidc')
        provider = settings.discoverUrl
        const config = await connectProvider(settings, outbound)
        const client = await openidClient()
        const [nonce, codeVerifier] = [client.randomNonce(), client.randomPKCECodeVerifier()]
        const [browser, redirectUri] = [ids.hex(24), redirectUriOf(pages)]
        const isOfWindow = oidc.window.isOpen(window)
        const startedBy = isOfWindow
          ? (oidc.window.userId ?? (await findFirstAdmin(queries))?.id)
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
  )
