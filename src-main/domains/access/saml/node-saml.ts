import { onFirstUse } from '#runtime/on-first-use.ts'

/** Loads the SAML library (ADR 29). */
export const nodeSaml = onFirstUse('@node-saml/node-saml', 'sign-in with SAML', async () => {
  const [{ SAML, SamlStatusError, ValidateInResponseTo, generateServiceProviderMetadata }, xml] =
    await Promise.all([import('@node-saml/node-saml'), import('@node-saml/node-saml/lib/xml.js')])
  return { SAML, SamlStatusError, ValidateInResponseTo, generateServiceProviderMetadata, xml }
})
