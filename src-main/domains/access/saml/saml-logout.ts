import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

import type { Profile } from '@node-saml/node-saml'

import type { ProviderSession } from '../sessions/sessions.store.ts'
import { attributeOf, readXml, type XmlElement } from './read-assertion.ts'
import { SIGNED_OUT_PAGE } from './saml-services.ts'
import { isSetUp, samlOf, type CompleteSamlSettings, type SamlAddresses } from './saml-terms.ts'

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)
const MAX_BYTES = 300_000
const SIGNATURES = /#rsa-sha(256|384|512)$/
/** Ends of the names of algorithms that use SHA-1. */
const WEAK = ['#sha1"', '#rsa-sha1"', '#dsa-sha1"', '#hmac-sha1"']

/** Message of the identity provider, as a query or a form carries it. */
export interface LogoutMessage {
  SAMLRequest?: string | undefined
  RelayState?: string | undefined
  SigAlg?: string | undefined
  Signature?: string | undefined
}

interface LogoutOptions {
  settings: CompleteSamlSettings
  addresses: SamlAddresses
}

/** Returns the page at which the provider's session ends too; our own page if it has none. */
export async function signOutLocation(
  settings: Parameters<typeof isSetUp>[0],
  addresses: SamlAddresses,
  session: ProviderSession | undefined,
): Promise<string> {
  if (session?.integration !== 'saml' || !isSetUp(settings) || !settings.signOutUrl) return SIGNED_OUT_PAGE
  const user = { issuer: settings.entityId, nameID: '', nameIDFormat: '', ...session }
  const saml = await samlOf({ settings, addresses })
  return saml.getLogoutUrlAsync(user, '', {})
}

/** Session that the provider asks to end. */
export interface EndedSession {
  nameID: string
  sessionIndex?: string
  /** Id of the provider's request. */
  request: string
}

/** Verifies the provider's request to end a session, sent as a query: it has to be signed. Throws for any other. */
export async function verifyLogoutQuery(terms: LogoutOptions, message: LogoutMessage): Promise<EndedSession> {
  const { SAMLRequest = '', SigAlg = '', Signature } = message
  if (!Signature) throw new Error('The request to sign out is not signed.')
  if (!SIGNATURES.test(SigAlg))
    throw new Error(`The request to sign out is signed with ${SigAlg || 'nothing'}.`)
  const xml = await inflate(Buffer.from(SAMLRequest, 'base64'), { maxOutputLength: MAX_BYTES })
  await checkRequest(terms, xml.toString('utf8'))
  const container = {
    SAMLRequest,
    SigAlg,
    Signature,
    ...(message.RelayState ? { RelayState: message.RelayState } : {}),
  }
  const saml = await samlOf(terms)
  // the signature covers the encoded text, whose encoding varies between providers
  const [upper = '', lower = ''] = encodings(container)
  const { profile } = await saml
    .validateRedirectAsync(container, upper)
    .catch(() => saml.validateRedirectAsync(container, lower))
  return endedBy(profile)
}

/** Verifies the provider's request to end a session, sent as a form: the document has to be signed. */
export async function verifyLogoutForm(terms: LogoutOptions, SAMLRequest: string): Promise<EndedSession> {
  const xml = Buffer.from(SAMLRequest, 'base64').toString('utf8')
  await checkRequest(terms, xml)
  if (WEAK.some((end) => xml.includes(end))) throw new Error('The request to sign out is signed with SHA-1.')
  const { profile } = await (await samlOf(terms)).validatePostRequestAsync({ SAMLRequest })
  return endedBy(profile)
}

/** Returns the page of the provider that learns that the session has ended. */
export async function logoutAnswer(
  terms: LogoutOptions,
  { request }: EndedSession,
  relayState = '',
): Promise<string> {
  if (!terms.settings.signOutUrl) return SIGNED_OUT_PAGE
  const saml = await samlOf(terms)
  const asked = { ID: request, issuer: terms.settings.entityId, nameID: '', nameIDFormat: '' }
  return new Promise((resolve, reject) => {
    saml.getLogoutResponseUrl(asked, relayState, {}, true, (error, url) => {
      if (error || !url) reject(error ?? new Error('no address'))
      else resolve(url)
    })
  })
}

async function checkRequest({ addresses }: LogoutOptions, xml: string): Promise<void> {
  const request = (await readXml(xml))['LogoutRequest'] as XmlElement | undefined
  if (!request) throw new Error('This is no request to sign out.')
  const destination = attributeOf(request, 'Destination')
  if (destination !== undefined && destination !== addresses.logoutUrl)
    throw new Error('The request to sign out is for another address.')
}

function endedBy(profile: Profile | null): EndedSession {
  if (!profile?.nameID || !profile.ID) throw new Error('The request to sign out names nobody.')
  const { nameID, sessionIndex, ID: request } = profile
  return { nameID, request, ...(sessionIndex ? { sessionIndex } : {}) }
}

/** Writes a signed query with its escapes in capitals, as most write it, and in small letters, as some do. */
function encodings(fields: Record<string, string>): string[] {
  const of = (encode: (text: string) => string) =>
    Object.entries(fields)
      .map(([name, value]) => `${name}=${encode(value)}`)
      .join('&')
  const small = (text: string) =>
    encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
  return [of(encodeURIComponent), of(small)]
}
