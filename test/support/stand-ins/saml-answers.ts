import { readFileSync } from 'node:fs'
import path from 'node:path'

import { Constants, IdentityProvider, SamlLib, ServiceProvider } from 'samlify'

const FOLDER = path.join(import.meta.dirname, '..', 'fixtures', 'saml')
const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8')

/** Keys made for these tests. `other`: of a provider that nobody trusts. */
export const PROVIDER = { key: read('provider.key.pem'), certificate: read('provider.cert.pem') }
export const OTHER = { key: read('other.key.pem'), certificate: read('other.cert.pem') }
export const WEAK_CERTIFICATE = read('weak.cert.pem')
export const ISSUER = 'https://idp.example.com'

const ASSERTION = "/*[local-name(.)='Response']/*[local-name(.)='Assertion']"
const RESPONSE = "/*[local-name(.)='Response']"
const ROOTS = { assertion: ASSERTION, response: RESPONSE, logout: "/*[local-name(.)='LogoutRequest']" }

/** Parts of an answer that a test can set. Missing ones are right. */
export interface AnswerParts {
  request: string
  acs: string
  audience: string
  responseId?: string
  assertionId?: string
  issuer?: string
  nameId?: string
  nameIdFormat?: string
  recipient?: string
  /** Recipient of the subject confirmation names no request. */
  withoutRequest?: boolean
  destination?: string
  inResponseTo?: string | null
  subjectRequest?: string
  status?: string
  /** Seconds from now. */
  notBefore?: number
  expires?: number
  subjectExpires?: number
  attributes?: Record<string, string[]>
  conditions?: string
  subject?: string
}

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
const attribute = (name: string, value: string | null) => (value === null ? '' : ` ${name}="${value}"`)
let made = 0

/** Writes an assertion, unsigned. */
export function assertionOf(parts: AnswerParts): string {
  const { request, acs, audience, assertionId = `_assertion${++made}`, issuer = ISSUER } = parts
  const {
    nameId = 'ann@example.com',
    nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    recipient = acs,
    attributes = {},
    notBefore = -60,
    expires = 300,
  } = parts
  const { subjectRequest = request, subjectExpires = expires } = parts
  const subject =
    parts.subject ??
    `<saml:Subject><saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID>` +
      '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData' +
      `${attribute('NotOnOrAfter', at(subjectExpires))}${attribute('Recipient', recipient)}` +
      `${attribute('InResponseTo', parts.withoutRequest ? null : subjectRequest)}/></saml:SubjectConfirmation></saml:Subject>`
  const conditions =
    parts.conditions ??
    `<saml:Conditions NotBefore="${at(notBefore)}" NotOnOrAfter="${at(expires)}"><saml:AudienceRestriction>` +
      `<saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`
  const statement = Object.entries(attributes)
    .map(
      ([name, values]) =>
        `<saml:Attribute Name="${name}">${values.map((one) => `<saml:AttributeValue>${one}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
    )
    .join('')
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${assertionId}" Version="2.0" IssueInstant="${at(0)}">` +
    `<saml:Issuer>${issuer}</saml:Issuer>${subject}${conditions}` +
    `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="session-1"/>` +
    `${statement === '' ? '' : `<saml:AttributeStatement>${statement}</saml:AttributeStatement>`}</saml:Assertion>`
  )
}

/** Writes a response around assertions, unsigned. */
export function responseOf(parts: AnswerParts, inner = assertionOf(parts)): string {
  const { request, acs, responseId = `_response${++made}`, destination = acs, inResponseTo = request } = parts
  const status = parts.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success'
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${responseId}" Version="2.0" IssueInstant="${at(0)}"` +
    `${attribute('Destination', destination)}${attribute('InResponseTo', inResponseTo)}>` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${ISSUER}</saml:Issuer>` +
    `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${inner}</samlp:Response>`
  )
}

interface Signing {
  by?: { key: string; certificate: string }
  what?: 'assertion' | 'response' | 'logout'
  algorithm?: 'RSA_SHA1' | 'RSA_SHA256'
}

/** Signs the assertion of a response, or the whole of it, as samlify does. */
export function signed(
  xml: string,
  { by = PROVIDER, what = 'assertion', algorithm = 'RSA_SHA256' }: Signing = {},
): string {
  const root = ROOTS[what]
  return SamlLib.constructSAMLSignature({
    rawSamlMessage: xml,
    referenceTagXPath: root,
    privateKey: by.key,
    signingCert: by.certificate.replace(/-----[^-]+-----|\s/g, ''),
    signatureAlgorithm: Constants.algorithms.signature[algorithm],
    isBase64Output: false,
    signatureConfig: {
      prefix: 'ds',
      location: { reference: `${root}/*[local-name(.)='Issuer']`, action: 'after' },
    },
  })
}

export const encoded = (xml: string) => Buffer.from(xml).toString('base64')

/** samlify takes it and has no name for it. */
export const AES_256_GCM = 'http://www.w3.org/2009/xmlenc11#aes256-gcm'

/** Encrypts the assertion of a signed response for the holder of a certificate, as samlify does. */
export async function encrypted(
  xml: string,
  certificate: string,
  {
    data = AES_256_GCM,
    key = Constants.algorithms.encryption.key.RSA_OAEP_MGF1P,
  }: { data?: string; key?: string } = {},
): Promise<string> {
  const bare = certificate.replace(/-----[^-]+-----|\s/g, '')
  // samlify's declarations lack the names of the algorithms
  const encryption = {
    isAssertionEncrypted: true,
    dataEncryptionAlgorithm: data,
    keyEncryptionAlgorithm: key,
  }
  const provider = IdentityProvider({
    entityID: ISSUER,
    ...encryption,
    signingCert: PROVIDER.certificate,
    singleSignOnService: [{ Binding: Constants.namespace.binding.redirect, Location: `${ISSUER}/sso` }],
    singleLogoutService: [{ Binding: Constants.namespace.binding.redirect, Location: `${ISSUER}/slo` }],
  })
  const receiver = ServiceProvider({ entityID: 'receiver', encryptCert: bare })
  const base64 = await SamlLib.encryptAssertion(provider, receiver, xml)
  return Buffer.from(base64, 'base64').toString('utf8')
}
