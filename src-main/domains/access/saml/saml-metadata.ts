import type { SamlSettings } from '#shared/access/schemas/single-sign-on.ts'
import { NAME_ID_FORMAT, nodeSaml, samlAddresses } from './saml-terms.ts'
import { checkedSigningKey } from './saml-certificates.ts'

/** Writes the SAML metadata of this instance: its addresses, and the certificate of its key if it has one. */
export async function metadataOf({ spCertificate }: SamlSettings, pagesUrl: string): Promise<string> {
  const { generateServiceProviderMetadata } = await nodeSaml()
  const { entityId, callbackUrl, logoutUrl } = samlAddresses(pagesUrl)
  const key = spCertificate ? checkedSigningKey(spCertificate, '/body/spCertificate') : undefined
  const metadata = generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl,
    logoutCallbackUrl: logoutUrl,
    identifierFormat: NAME_ID_FORMAT,
    wantAssertionsSigned: true,
    ...(key?.certificate
      ? {
          privateKey: key.privateKey,
          publicCerts: key.certificate,
          decryptionPvk: key.privateKey,
          decryptionCert: key.certificate,
        }
      : {}),
  })
  // node-saml lists the form binding only; redirects are accepted too, and most providers send them
  const start = metadata.indexOf('<SingleLogoutService ')
  if (start < 0) return metadata
  const end = metadata.indexOf('/>', start) + 2
  const form = metadata.slice(start, end)
  const query = form.replace('bindings:HTTP-POST', 'bindings:HTTP-Redirect')
  return metadata.slice(0, start) + query + metadata.slice(start)
}
