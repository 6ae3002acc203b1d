import type { SamlSettings } from '#shared/access/schemas/single-sign-on.ts'
import { nodeSaml } from './saml-terms.ts'
import { checkedSigningKey } from './saml-certificates.ts'

/** Algorithms that assertions may be encrypted with. RSA 1.5 and Triple DES are broken. */
export const ENCRYPTION_ALGORITHMS: ReadonlySet<string | undefined> = new Set([
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
])

/**
 * Answers for everything that can be wrong before the signature is verified. Telling apart what failed would help
 * somebody who tries out changed ciphertexts to read an assertion that was encrypted for us.
 */
export const UNREADABLE =
  'The encrypted assertion cannot be read: it was encrypted for another key than the one in the settings, or it is ' +
  'not signed with the certificate in the settings.'

/** Beginnings of the errors that node-saml throws only for an assertion whose signature is right. */
const AFTER_SIGNATURE = ['SAML assertion', 'No valid subject confirmation', 'SubjectInResponseTo']

/** Tells whether an error says nothing about the ciphertext. */
export const isAfterSignature = (error: unknown): boolean =>
  error instanceof Error && AFTER_SIGNATURE.some((begin) => error.message.startsWith(begin))

/** Node of a document, which writes itself as XML. The types of browsers are not known here. */
interface XmlNode {
  toString: () => string
}

/** Decrypts the assertion of an answer with the private key in the settings. Throws if it cannot. */
export async function decryptAssertion(
  response: string,
  { spCertificate = '' }: SamlSettings,
): Promise<string> {
  const { privateKey } = checkedSigningKey(spCertificate, '/body/spCertificate')
  const { decryptXml, parseDomFromString, xpath } = (await nodeSaml()).xml
  const document = await parseDomFromString(response)
  const [encrypted] = xpath.selectElements(
    document,
    "/*[local-name()='Response']/*[local-name()='EncryptedAssertion']",
  ) as readonly XmlNode[]
  if (!encrypted) throw new Error('There is no encrypted assertion.')
  return decryptXml(encrypted.toString(), privateKey)
}
