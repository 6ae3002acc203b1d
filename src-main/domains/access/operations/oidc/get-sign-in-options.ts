import { getSignInOptions as operation } from '#shared/access/contract/oidc.ts'
import { query } from '#kernel/use-case.ts'
import type { OidcServices } from '../../records/oidc/oidc-services.ts'
import { readProviderSession } from '../../records/sessions/sessions.store.ts'
import { readSignInMethods } from '../../records/single-sign-on/password-settings.ts'
import { readSealedSettings } from '../../records/single-sign-on/sso-settings.ts'

/** Lists the ways to sign in, for the page of somebody who is not signed in, and how the caller's session ends. */
export const getSignInOptions = ({ oidc }: Pick<OidcServices, 'oidc'>) =>
  query(operation, async ({ queries, caller }, { query: { failure: reference } }) => {
    const failure = reference === undefined ? undefined : oidc.failures.reasonOf(reference)
    const { enabled, enableSingleSignOut } = await readSealedSettings(queries, 'oidc')
    const saml = await readSealedSettings(queries, 'saml')
    const ends = { oidc: enabled && enableSingleSignOut, saml: saml.enabled && saml.signOutUrl }
    const { session } = caller
    const origin = session === undefined ? undefined : await readProviderSession(queries, session)
    return {
      ...(await readSignInMethods(queries)),
      singleSignOut: origin && ends[origin.integration] ? [origin.integration] : [],
      ...(failure === undefined ? {} : { failure }),
    }
  })
