import { logout as operation } from '#shared/access/contract/sessions.ts'
import { mutation } from '#kernel/use-case.ts'
import { signOutLocation } from '../../records/saml/saml-logout.ts'
import type { SamlServices } from '../../records/saml/saml-services.ts'
import { samlAddresses } from '../../records/saml/saml-terms.ts'
import { endOwnSessions } from '../../records/single-sign-on/end-sessions.ts'
import { readSsoSettings } from '../../records/single-sign-on/sso-settings.ts'

/**
 * Ends all sessions of the caller, in every browser (exchange "Logout"). Returns the page that comes next: that of the
 * identity provider, if its session ends too.
 */
export const logout = ({ sealer, pagesUrl }: Pick<SamlServices, 'sealer' | 'pagesUrl'>) =>
  mutation<typeof operation, { location: string }>(operation, async (context) => {
    const session = await endOwnSessions(context)
    const settings = session ? await readSsoSettings(context.queries, sealer, 'saml') : {}
    return { location: await signOutLocation(settings, samlAddresses(pagesUrl()), session) }
  })
