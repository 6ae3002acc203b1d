import { inflateRawSync } from 'node:zlib'

import { expect } from 'vitest'

import type { SignInOptions } from '#shared/access/schemas/single-sign-on.ts'
import { encoded, ISSUER, PROVIDER, type AnswerParts } from '#support/stand-ins/saml-answers.ts'
import { startBackend, type Answer } from '#support/service/start-backend.ts'

export const BASE = 'https://halyard.example'
export const SAML_SETTINGS = {
  enabled: true,
  entityId: ISSUER,
  signOnUrl: 'https://idp.example.com/sso',
  certificate: PROVIDER.certificate,
}

export type SamlStage = Awaited<ReturnType<typeof startSamlStage>>

/** Starts an instance that is connected to a SAML provider, with the users Ann and Bob. */
export async function startSamlStage() {
  const app = await startBackend({ env: { HALYARD_BASE_URL: BASE }, rateLimits: { perMinute: {} } })
  for (const name of ['ann', 'bob'])
    await app.call('POST', '/api/admin/user-admin', {
      body: { email: `${name}@example.com`, name, rootRole: 3 },
    })
  const save = async (settings: object) => {
    const body = { ...SAML_SETTINGS, ...settings }
    expect((await app.call('POST', '/api/admin/auth/saml/settings', { body })).status).toBe(200)
  }
  await save({})

  /** Begins a sign-in in a browser of its own. */
  async function begin(query = ''): Promise<{ parts: AnswerParts; cookie: string }> {
    const { headers } = await app.call('GET', `/auth/saml/login?here=1${query}`, { token: null })
    const sent = new URL(String(headers['location'])).searchParams.get('SAMLRequest') ?? ''
    const xml = inflateRawSync(Buffer.from(sent, 'base64')).toString()
    return {
      parts: {
        request: /ID="([^"]+)"/.exec(xml)?.[1] ?? '',
        acs: `${BASE}/auth/saml/callback`,
        audience: BASE,
      },
      cookie: cookieOf(headers),
    }
  }

  /** Posts an answer as the provider's page does, and fetches the session in the browser of the cookie. */
  async function answer(xml: string, cookie: string): Promise<Answer> {
    const body = { SAMLResponse: encoded(xml) }
    const posted = await app.call('POST', '/auth/saml/callback', { token: null, body })
    const location = String(posted.headers['location'])
    return location.startsWith('/auth/saml/complete')
      ? app.call('GET', location, { token: null, headers: { cookie } })
      : posted
  }

  /** Reads the reason that the sign-in page shows for an answer. */
  async function reasonOf({ headers }: Answer): Promise<string | undefined> {
    const reference = /^\/\?sign-in-failed=(.*)$/.exec(String(headers['location']))?.[1] ?? ''
    const { body } = await app.call('GET', `/auth/options?failure=${reference}`, { token: null })
    return (body as SignInOptions).failure
  }

  /** Returns the e-mail address of the person whose session an answer brought; the reason if it brought none. */
  async function personOf(done: Answer): Promise<string | undefined> {
    if (done.headers['set-cookie'] === undefined) return reasonOf(done)
    const headers = { cookie: cookieOf(done.headers) }
    const { body } = await app.call('GET', '/api/admin/user', { token: null, headers })
    return (body as { user?: { email: string } }).user?.email
  }

  return { app, save, begin, answer, reasonOf, personOf, stop: () => app.stop() }
}

export const cookieOf = (headers: Answer['headers']) =>
  String(headers['set-cookie'] ?? '').split(';')[0] ?? ''
