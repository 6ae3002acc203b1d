import type { SsoIntegration } from '#shared/access/schemas/single-sign-on.ts'

/** Names of the kinds of single sign-on, as screens show them. */
export const INTEGRATION_NAMES: Readonly<Record<SsoIntegration, string>> = {
  oidc: 'OpenID Connect',
  saml: 'SAML',
}
