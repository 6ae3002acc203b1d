import { endSamlSession as operation } from '#shared/access/contract/saml.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { endRequestedSessions } from '../../records/saml/end-requested-sessions.ts'
import { signOutLocation, verifyLogoutQuery } from '../../records/saml/saml-logout.ts'
import { SIGNED_OUT_PAGE, type BrowserStep, type SamlServices } from '../../records/saml/saml-services.ts'
import { samlAddresses } from '../../records/saml/saml-terms.ts'
import { endOwnSessions } from '../../records/single-sign-on/end-sessions.ts'
import { readSsoSettings } from '../../records/single-sign-on/sso-settings.ts'

/**
 * Ends sessions: without a message those of the caller, who goes on to the provider; with a signed request of the provider
 * those that it names. Its answer to our own request changes nothing: the session here ended before.
 */
export const endSamlSession = ({ sealer, pagesUrl }: SamlServices) =>
  mutation<typeof operation, BrowserStep>(operation, async (context, { query }) => {
    if (query.SAMLResponse !== undefined) return { location: SIGNED_OUT_PAGE }
    const settings = await readSsoSettings(context.queries, sealer, 'saml')
    const addresses = samlAddresses(pagesUrl())
    if (query.SAMLRequest !== undefined)
      return endRequestedSessions(context, { settings, addresses }, query.RelayState, (terms) =>
        verifyLogoutQuery(terms, query),
      )
    const session = await endOwnSessions(context)
    if (session === undefined && Object.values(query).some((value) => value !== undefined))
      throw badData('There is no message of the identity provider.', '/query/SAMLRequest')
    return { location: await signOutLocation(settings, addresses, session) }
  })
