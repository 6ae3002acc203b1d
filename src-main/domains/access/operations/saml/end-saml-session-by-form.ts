import { endSamlSessionByForm as operation } from '#shared/access/contract/saml.ts'
import { mutation } from '#kernel/use-case.ts'
import { endRequestedSessions } from '../../records/saml/end-requested-sessions.ts'
import { verifyLogoutForm } from '../../records/saml/saml-logout.ts'
import { SIGNED_OUT_PAGE, type BrowserStep, type SamlServices } from '../../records/saml/saml-services.ts'
import { samlAddresses } from '../../records/saml/saml-terms.ts'
import { readSsoSettings } from '../../records/single-sign-on/sso-settings.ts'

/** Ends the sessions that a signed form of the provider names. Its answer to our own request changes nothing. */
export const endSamlSessionByForm = ({ sealer, pagesUrl }: SamlServices) =>
  mutation<typeof operation, BrowserStep>(
    operation,
    async (context, { body: { SAMLRequest, RelayState } }) => {
      if (SAMLRequest === undefined) return { location: SIGNED_OUT_PAGE }
      const settings = await readSsoSettings(context.queries, sealer, 'saml')
      return endRequestedSessions(
        context,
        { settings, addresses: samlAddresses(pagesUrl()) },
        RelayState,
        (terms) => verifyLogoutForm(terms, SAMLRequest),
      )
    },
  )
