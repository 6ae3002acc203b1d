import { messageOf } from '#shared/errors/message-of.ts'
import {
  CLOCK_SKEW_MS,
  type CompleteSamlSettings,
  nodeSaml,
  type SamlAddresses,
  samlOf,
} from './saml-terms.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  claimsOfAssertion,
  readXml,
  textOf,
  type XmlElement,
} from './read-assertion.ts'
import {
  decryptAssertion,
  ENCRYPTION_ALGORITHMS,
  isAfterSignature,
  UNREADABLE,
} from './encrypted-assertion.ts'
import type { RequestState } from './saml-requests.ts'

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
/** Signature and digest algorithms that are accepted. SHA-1 is broken. */
const ALGORITHMS = /#(rsa-sha(256|384|512)|ecdsa-sha(256|384|512)|sha(256|384|512))$/

/** Answer that passed every check. */
export interface VerifiedAnswer {
  kind: 'verified'
  request: string
  assertion: string
  issuer: string
  claims: Record<string, unknown>
  /** Session at the provider, for single logout. */
  session: { nameID: string; nameIDFormat?: string; sessionIndex?: string }
}

export interface RefusedAnswer {
  kind: 'refused'
  reason: string
}

interface VerificationOptions {
  settings: CompleteSamlSettings
  addresses: SamlAddresses
  stateOf: (request: string) => Promise<RequestState>
  now: Date
}

/** Reason for which an answer is refused, as the login history shows it. */
class Refusal extends Error {}

/**
 * Verifies a SAML answer: one signed assertion of the configured provider, for this instance, now, to a request of ours that
 * was not answered before. Checks beyond node-saml: the form of the document, algorithms, destination, recipient, and that
 * the signed part itself names the request. Only the signed bytes are read.
 */
export async function verifyAnswer(
  terms: VerificationOptions,
  samlResponse: string,
): Promise<VerifiedAnswer | RefusedAnswer> {
  try {
    return await verify(terms, samlResponse)
  } catch (error) {
    return { kind: 'refused', reason: await reasonOf(error) }
  }
}

async function verify(
  { settings, addresses, stateOf, now }: VerificationOptions,
  samlResponse: string,
): Promise<VerifiedAnswer> {
  const xml = Buffer.from(samlResponse, 'base64').toString('utf8')
  const document = await readXml(xml)
  const response = childOf({ Response: [document['Response']].filter(Boolean) }, 'Response')
  const request = checkEnvelope(response, { addresses, settings })
  checkRequest(await stateOf(request))
  const validate = async () => {
    const saml = await samlOf({ settings, addresses, expected: request })
    return saml.validatePostResponseAsync({ SAMLResponse: samlResponse })
  }
  const { profile } = isEncrypted(response)
    ? await validateEncrypted(xml, settings, validate)
    : await validate()
  const assertion = childOf(
    { Assertion: [profile?.getAssertion?.()['Assertion']].filter(Boolean) },
    'Assertion',
  )
  if (!assertion) throw new Refusal('The answer holds no assertion.')
  const id = checkAssertion(assertion, { settings, addresses, request, now })
  const claims = claimsOfAssertion(assertion)
  const { nameID, nameIDFormat, sessionIndex } = claims
  return {
    kind: 'verified',
    request,
    assertion: id,
    issuer: settings.entityId,
    claims,
    session: {
      nameID: String(nameID),
      ...(typeof nameIDFormat === 'string' ? { nameIDFormat } : {}),
      ...(typeof sessionIndex === 'string' ? { sessionIndex } : {}),
    },
  }
}

/** Decrypts and checks the assertion first, as an assertion that is not encrypted is checked before its signature. */
async function validateEncrypted<T>(
  xml: string,
  settings: CompleteSamlSettings,
  validate: () => Promise<T>,
): Promise<T> {
  try {
    const document = await readXml(await decryptAssertion(xml, settings))
    checkForm({ Assertion: [document['Assertion']].filter(Boolean) })
    return await validate()
  } catch (error) {
    if (isAfterSignature(error)) throw error
    throw new Refusal(UNREADABLE)
  }
}

/** Checks the document around the assertion. Returns the request that it names. */
function checkEnvelope(
  response: XmlElement | undefined,
  { addresses: { callbackUrl }, settings }: Pick<VerificationOptions, 'addresses' | 'settings'>,
): string {
  if (!response) throw new Refusal('The answer is not a SAML response.')
  const status = childOf(childOf(response, 'Status'), 'StatusCode')
  if (attributeOf(status, 'Value') !== SUCCESS) throw new Refusal(statusOf(response))
  const destination = attributeOf(response, 'Destination')
  if (destination !== undefined && destination !== callbackUrl)
    throw new Refusal(`The answer is for another address: ${destination}.`)
  if (isEncrypted(response)) checkEncryption(response, settings)
  else checkForm(response)
  const request = attributeOf(response, 'InResponseTo')
  if (request === undefined)
    throw new Refusal(
      'The answer was not asked for. Begin the sign-in in Halyard, not at the identity provider.',
    )
  return request
}

const isEncrypted = (response: XmlElement | undefined) =>
  response !== undefined && count(response, 'EncryptedAssertion') > 0

/** Checks that one assertion and nothing else is encrypted, with algorithms that are not broken. */
function checkEncryption(response: XmlElement, { spCertificate }: CompleteSamlSettings): void {
  if (!spCertificate)
    throw new Refusal(
      'The assertion is encrypted, and Halyard has no private key. Enter one in the SAML settings, or switch ' +
        'encryption off at the identity provider.',
    )
  const assertions = count(response, 'EncryptedAssertion') + count(response, 'Assertion')
  if (assertions !== 1) throw new Refusal(`The answer holds ${assertions} assertions, not one.`)
  const { EncryptedAssertion: encrypted, ...around } = response
  if (!childOf({ encrypted }, 'encrypted'))
    throw new Refusal('The assertion is not where it belongs in the answer.')
  const broken = findAll(response, new Set(['EncryptionMethod']))
    .map((one) => attributeOf(one, 'Algorithm'))
    .find((algorithm) => !ENCRYPTION_ALGORITHMS.has(algorithm))
  if (broken !== undefined)
    throw new Refusal(
      `The assertion is encrypted with ${broken}. Let the identity provider use AES and RSA-OAEP (MGF1).`,
    )
  checkAlgorithms(around)
}

/** Checks that a document holds one assertion, in its place, signed with algorithms that are not broken. */
function checkForm(response: XmlElement): void {
  const assertions = count(response, 'Assertion')
  if (assertions !== 1) throw new Refusal(`The answer holds ${assertions} assertions, not one.`)
  const assertion = childOf(response, 'Assertion')
  if (!assertion) throw new Refusal('The assertion is not where it belongs in the answer.')
  if (childrenOf(assertion, 'Signature').length === 0)
    throw new Refusal('The assertion is not signed. Let the identity provider sign assertions.')
  if (!childOf(assertion, 'Conditions'))
    throw new Refusal('The assertion does not say for which service it is (no conditions).')
  checkAlgorithms(response)
}

function statusOf(response: XmlElement): string {
  const status = childOf(response, 'Status')
  const code = childOf(status, 'StatusCode')
  const inner = attributeOf(childOf(code, 'StatusCode'), 'Value') ?? attributeOf(code, 'Value') ?? 'no status'
  const message = textOf(childOf(status, 'StatusMessage'))
  return `The identity provider refused the sign-in: ${message ?? inner.replace(/^.*:/, '')}.`
}

function checkRequest(state: RequestState): void {
  if (state === 'open') return
  if (state === 'used') throw new Refusal('The answer was used before.')
  if (state === 'expired')
    throw new Refusal('The sign-in took too long at the identity provider. Begin again.')
  throw new Refusal('The answer belongs to no sign-in that was begun here.')
}

/** Checks the signed assertion itself. Returns its id. */
function checkAssertion(
  assertion: XmlElement,
  {
    settings,
    addresses,
    request,
    now,
  }: Pick<VerificationOptions, 'settings' | 'addresses' | 'now'> & { request: string },
): string {
  const issuer = textOf(childOf(assertion, 'Issuer'))
  if (issuer !== settings.entityId)
    throw new Refusal(`The assertion is of another issuer: ${issuer ?? 'none'}.`)
  const subject = childOf(assertion, 'Subject')
  if (!textOf(childOf(subject, 'NameID'))) throw new Refusal('The assertion names nobody (no NameID).')
  const confirmations = childrenOf(subject, 'SubjectConfirmation')
    .filter((one) => attributeOf(one, 'Method') === BEARER)
    .map((one) => childOf(one, 'SubjectConfirmationData'))
  const ours = confirmations.filter((data) => attributeOf(data, 'Recipient') === addresses.callbackUrl)
  if (ours.length === 0)
    throw new Refusal(
      `The assertion is for another recipient: ${attributeOf(confirmations[0], 'Recipient') ?? 'none'}.`,
    )
  const asked = ours.filter((data) => attributeOf(data, 'InResponseTo') === request)
  if (asked.length === 0) throw new Refusal('The assertion belongs to another sign-in than the answer.')
  const skewed = now.getTime() - CLOCK_SKEW_MS
  if (!asked.some((data) => Date.parse(attributeOf(data, 'NotOnOrAfter') ?? '') > skewed))
    throw new Refusal('The assertion has expired, or does not say when it does.')
  const id = attributeOf(assertion, 'ID')
  if (!id) throw new Refusal('The assertion has no id.')
  return id
}

function checkAlgorithms(element: XmlElement): void {
  const weak = findAll(element, new Set(['SignatureMethod', 'DigestMethod']))
    .map((one) => attributeOf(one, 'Algorithm') ?? 'none')
    .find((algorithm) => !ALGORITHMS.test(algorithm))
  if (weak !== undefined)
    throw new Refusal(`The answer is signed with ${weak}. Let the identity provider use RSA-SHA256.`)
}

const count = (element: XmlElement, name: string) => findAll(element, new Set([name])).length

/** Finds elements of these names at any depth, without recursion. */
function findAll(root: XmlElement, names: ReadonlySet<string>): XmlElement[] {
  const found: XmlElement[] = []
  const open: XmlElement[] = [root]
  for (let element = open.pop(); element; element = open.pop())
    for (const name of Object.keys(element)) {
      if (name === '_' || name === '$') continue
      const children = childrenOf(element, name)
      if (names.has(name)) found.push(...children)
      open.push(...children)
    }
  return found
}

/** Sentences for the errors of node-saml, by how they begin. */
const REASONS: readonly [string, string][] = [
  ['Invalid signature: ID cannot refer', 'The signature can be read as being of several elements.'],
  ['Invalid signature: Referenced node', 'The signature is of another part of the answer.'],
  ['Invalid signature, too many', 'The signature transforms the assertion too often.'],
  [
    'Invalid signature',
    'The signature is not by the certificate in the settings, or the assertion was changed.',
  ],
  ['Too many signatures', 'The assertion has several signatures.'],
  ['SAML assertion expired', 'The assertion has expired. Check the clocks of both machines.'],
  ['SAML assertion not yet valid', 'The assertion is not valid yet. Check the clocks of both machines.'],
  ['No valid subject confirmation', 'The assertion has expired. Check the clocks of both machines.'],
  ['SAML assertion has no Audience', 'The assertion does not say for which service it is (no audience).'],
  ['SAML assertion AudienceRestriction', 'The assertion does not say for which service it is (no audience).'],
  ['SAML assertion audience mismatch', 'The assertion is for another service (wrong audience).'],
  ['InResponseTo does not match', 'The assertion belongs to another sign-in than the answer.'],
  ['InResponseTo', 'The answer belongs to no sign-in that was begun here.'],
  ['SubjectInResponseTo', 'The assertion belongs to another sign-in than the answer.'],
]

async function reasonOf(error: unknown): Promise<string> {
  if (error instanceof Refusal) return error.message
  const { SamlStatusError } = await nodeSaml()
  if (error instanceof SamlStatusError) return `The identity provider refused the sign-in: ${error.message}.`
  const message = messageOf(error)
  const known = REASONS.find(([begin]) => message.startsWith(begin))
  return known?.[1] ?? `The answer cannot be read: ${message.slice(0, 200)}`
}
