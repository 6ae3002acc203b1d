import { beginSamlSignIn as operation } from '#shared/access/contract/saml.ts'
import { query } from '#kernel/use-case.ts'
import { browserSecretOf, type BrowserStep, type SamlServices } from '../../records/saml/saml-services.ts'
import { samlAddresses, samlOf, usableSettings } from '../../records/saml/saml-terms.ts'

/** Sends the browser to the identity provider, with a request that only this browser can complete. */
export const beginSamlSignIn = ({ sealer, samlRequests, pagesUrl, oidc }: SamlServices) =>
  query<typeof operation, BrowserStep>(
    operation,
    async ({ queries, ids, now }, { headers: { cookie, host }, query: { here, window } }) => {
      // the cookie must be for the host that the provider sends the browser back to
      const pages = pagesUrl()
      if (host !== new URL(pages).host && here === undefined)
        return {
          location: `${pages}/auth/saml/login?here=1${window === undefined ? '' : `&window=${encodeURIComponent(window)}`}`,
        }
      const settings = await usableSettings(queries, sealer)
      if (typeof settings === 'string') return { location: oidc.failures.pageFor(settings) }
      const browser = browserSecretOf(cookie) ?? ids.hex(24)
      const requestId = samlRequests.issue(browser, now)
      oidc.window.expectAnswer(window, requestId)
      const saml = await samlOf({ settings, addresses: samlAddresses(pages), requestId })
      return { location: await saml.getAuthorizeUrlAsync('', undefined, {}), browser }
    },
  )
