import { getSignInOptions as operation } from '../../../../../src-shared/access/contract/oidc.ts'
import { query } from '../../../../kernel/use-case.ts'
import type { OidcServices } from '../../records/oidc/oidc-services.ts'
import { readSignInMethods } from '../../records/single-sign-on/password-settings.ts'
import { readSealedSettings } from '../../records/single-sign-on/sso-settings.ts'

/** Lists the ways to sign in, for the page of somebody who is not signed in. */
export const getSignInOptions = ({ oidc }: Pick<OidcServices, 'oidc'>) =>
  query(operation, async ({ queries }, { query: { failure: reference } }) => {
    const failure = reference === undefined ? undefined : oidc.failures.reasonOf(reference)
    const { enabled, enableSingleSignOut } = await readSealedSettings(queries, 'oidc')
    const saml = await readSealedSettings(queries, 'saml')
    return {
      ...(await readSignInMethods(queries)),
      singleSignOut: [
        ...(enabled && enableSingleSignOut ? (['oidc'] as const) : []),
        ...(saml.enabled && saml.signOutUrl ? (['saml'] as const) : []),
      ],
      ...(failure === undefined ? {} : { failure }),
    }
  })
