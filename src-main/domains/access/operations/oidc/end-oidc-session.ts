import { endOidcSession as operation } from '#shared/access/contract/oidc.ts'
import { personOf } from '#kernel/caller.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { connectProvider } from '../../records/oidc/oidc-provider.ts'
import { openidClient } from '../../records/oidc/openid-client.ts'
import type { OidcServices, OidcStep } from '../../records/oidc/oidc-services.ts'
import { idTokenOf } from '../../records/oidc/session-id-token.ts'
import { deleteSessionsOf, readProviderSession } from '../../records/sessions/sessions.store.ts'
import { noteSignIn } from '../../records/single-sign-on/sign-ins.store.ts'
import { readSsoSettings } from '../../records/single-sign-on/sso-settings.ts'

const SIGNED_OUT = '/signed-out'

/**
 * Ends all sessions of the caller. If single sign-out is on and the caller signed in with the provider, the browser goes on
 * to the provider, which ends its own session. A provider that cannot be reached does not keep anybody signed in here.
 */
export const endOidcSession = ({ sealer, outbound, pagesUrl }: OidcServices) =>
  preparedMutation<typeof operation, string, OidcStep>(
    operation,
    async ({ queries, caller, logger }) => {
      const userId = personOf(caller.actor)
      const { session } = caller
      const origin = session === undefined ? undefined : await readProviderSession(queries, session)
      if (userId === undefined || origin?.integration !== 'oidc') return SIGNED_OUT
      const idToken = idTokenOf(sealer, origin)
      try {
        const settings = await readSsoSettings(queries, sealer, 'oidc')
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
    async ({ queries, caller, now }, _request, location) => {
      const { actor } = caller
      if (actor.kind !== 'user') return { location }
      const { username, id: userId } = actor
      await deleteSessionsOf(queries, userId)
      await noteSignIn(queries, { type: 'logout', method: 'oidc', username, userId, ip: caller.ip, at: now })
      return { location }
    },
  )
