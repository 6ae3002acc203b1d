import type { CacheProvider, SAML } from '@node-saml/node-saml'

import { type Sealer, UnreadableSecret } from '#kernel/sealer.ts'
import { onFirstUse } from '#runtime/on-first-use.ts'
import type { SamlSettings } from '#shared/access/schemas/single-sign-on.ts'
import type { Queries } from '#store/queries.ts'
import { readSsoSettings } from '../single-sign-on/sso-settings.ts'
import { checkedCertificates, checkedSigningKey } from './saml-certificates.ts'
import { REQUEST_MINUTES } from './saml-requests.ts'

/** Difference between the clocks of the provider and of this machine that is accepted. */
export const CLOCK_SKEW_MS = 2 * 60_000

/** Format of the name id that is asked for. */
const NAME_ID_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

/** Addresses of this instance, as identity providers know them. */
export interface SamlAddresses {
  /** Entity id of this instance: the URL of its pages. */
  entityId: string
  /** Assertion consumer service, to which answers are posted. */
  callbackUrl: string
  logoutUrl: string
  metadataUrl: string
}

export const samlAddresses = (pagesUrl: string): SamlAddresses => ({
  entityId: pagesUrl,
  callbackUrl: `${pagesUrl}/auth/saml/callback`,
  logoutUrl: `${pagesUrl}/auth/saml/logout`,
  metadataUrl: `${pagesUrl}/auth/saml/metadata`,
})

/** Settings with everything that a sign-in needs. */
export type CompleteSamlSettings = SamlSettings &
  Required<Pick<SamlSettings, 'entityId' | 'signOnUrl' | 'certificate'>>

const NOT_SET_UP = 'Sign-in with SAML is not turned on.'

/** Reads the settings with the private key. Returns the reason if nobody can sign in with them. */
export async function usableSettings(
  queries: Queries,
  sealer: Sealer,
): Promise<CompleteSamlSettings | string> {
  try {
    const settings = await readSsoSettings(queries, sealer, 'saml')
    return isSetUp(settings) ? settings : NOT_SET_UP
  } catch (error) {
    if (error instanceof UnreadableSecret) return error.message
    throw error
  }
}

/** Tells whether sign-in with SAML is turned on and set up. */
export function isSetUp(settings: SamlSettings): settings is CompleteSamlSettings {
  const { enabled, entityId, signOnUrl, certificate } = settings
  return enabled === true && Boolean(entityId) && Boolean(signOnUrl) && Boolean(certificate)
}

/** The age of a request is checked by its id. */
const NEVER_LATE = '9999-12-31T00:00:00.000Z'

/** No request is remembered: their ids prove themselves (saml-requests.ts). */
const NO_CACHE: CacheProvider = {
  saveAsync: (_key, value) => Promise.resolve({ value, createdAt: 0 }),
  getAsync: () => Promise.resolve(null),
  removeAsync: () => Promise.resolve(null),
}

interface SamlOptions {
  settings: CompleteSamlSettings
  addresses: SamlAddresses
  /** Id of the next request. Absent: node-saml makes one. */
  requestId?: string
  /** Request that an answer has to name. */
  expected?: string
}

/** Loads the SAML library (ADR 29). */
export const nodeSaml = onFirstUse('@node-saml/node-saml', 'sign-in with SAML', async () => {
  const [{ SAML, SamlStatusError, ValidateInResponseTo, generateServiceProviderMetadata }, xml] =
    await Promise.all([import('@node-saml/node-saml'), import('@node-saml/node-saml/lib/xml.js')])
  return { SAML, SamlStatusError, ValidateInResponseTo, generateServiceProviderMetadata, xml }
})

/** Sets node-saml up: signed assertions alone, SHA-256, this audience, and answers to one known request (ADR 29). */
export async function samlOf({ settings, addresses, requestId, expected }: SamlOptions): Promise<SAML> {
  const library = await nodeSaml()
  const key = settings.spCertificate
    ? checkedSigningKey(settings.spCertificate, '/body/spCertificate')
    : undefined
  return new library.SAML({
    issuer: addresses.entityId,
    audience: addresses.entityId,
    callbackUrl: addresses.callbackUrl,
    logoutCallbackUrl: addresses.logoutUrl,
    idpIssuer: settings.entityId,
    entryPoint: settings.signOnUrl,
    logoutUrl: settings.signOutUrl || settings.signOnUrl,
    idpCert: checkedCertificates(settings.certificate, '/body/certificate'),
    identifierFormat: NAME_ID_FORMAT,
    disableRequestedAuthnContext: true,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    validateInResponseTo: library.ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: REQUEST_MINUTES * 60_000,
    cacheProvider: {
      ...NO_CACHE,
      getAsync: (id) => Promise.resolve(id !== null && id === expected ? NEVER_LATE : null),
    },
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
    ...(key === undefined ? {} : { privateKey: key.privateKey, decryptionPvk: key.privateKey }),
  })
}

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
