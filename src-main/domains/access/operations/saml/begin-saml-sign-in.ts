import { beginSamlSignIn as operation } from '../../../../../src-shared/access/contract/saml.ts'
import { query } from '../../../../kernel/use-case.ts'
import {
  browserSecretOf,
  REFUSED_PAGE,
  type BrowserStep,
  type SamlServices,
} from '../../records/saml/saml-services.ts'
import { isSetUp, samlAddresses, samlOf } from '../../records/saml/saml-terms.ts'
import { readSsoSettings } from '../../records/single-sign-on/sso-settings.ts'

/** Sends the browser to the identity provider, with a request that only this browser can complete. */
export const beginSamlSignIn = ({ sealer, samlRequests, pagesUrl }: SamlServices) =>
  query<typeof operation, BrowserStep>(operation, async ({ queries, ids }, { headers }) => {
    const settings = await readSsoSettings(queries, sealer, 'saml')
    if (!isSetUp(settings)) return { location: REFUSED_PAGE }
    const browser = browserSecretOf(headers.cookie) ?? ids.hex(24)
    const saml = samlOf({
      settings,
      addresses: samlAddresses(pagesUrl()),
      requestId: samlRequests.issue(browser),
    })
    return { location: await saml.getAuthorizeUrlAsync('', undefined, {}), browser }
  })
