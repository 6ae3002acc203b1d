import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export const CLIENT = { id: 'halyard', secret: 'the-client-secret' }

/** Fault of the provider in its next answer. */
export interface ProviderFault {
  /** Replaces claims of the ID token; undefined leaves one out. */
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  /** Changes the finished token. */
  change?: (token: string) => string
  signWith?: KeyObject | 'client-secret' | 'public-key' | 'nothing'
  userInfo?: Record<string, unknown>
  tokenStatus?: number
}

/** OpenID Connect provider that answers as a test wants, also with lies. */
export interface FaultyProvider {
  url: string
  /** Says the next answer. */
  next: (falsehood: ProviderFault) => void
  /** Requests for tokens so far. */
  tokenRequests: URLSearchParams[]
  /** The nonce of the sign-in that a browser began. */
  nonce: string
  stop(): Promise<void>
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const now = () => Math.floor(Date.now() / 1000)

export async function startFaultyProvider(): Promise<FaultyProvider> {
  let falsehood: ProviderFault = {}
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const json = (body: unknown, status = 200) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      }
      const path = new URL(request.url ?? '/', provider.url).pathname
      if (path === '/.well-known/openid-configuration') return json(metadataOf(provider.url))
      if (path === '/jwks')
        return json({
          keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }],
        })
      if (path === '/userinfo') return json({ sub: 'sub-1', ...falsehood.userInfo })
      if (path !== '/token') return json({}, 404)
      provider.tokenRequests.push(new URLSearchParams(Buffer.concat(chunks).toString()))
      if (falsehood.tokenStatus !== undefined) return json({ error: 'invalid_grant' }, falsehood.tokenStatus)
      json({
        access_token: 'at',
        token_type: 'Bearer',
        expires_in: 60,
        id_token: tokenOf(provider, falsehood),
      })
    })
  })
  const provider: FaultyProvider = {
    url: '',
    next: (wanted) => (falsehood = wanted),
    tokenRequests: [],
    nonce: '',
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider
}

const metadataOf = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/auth`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/jwks`,
  userinfo_endpoint: `${url}/userinfo`,
  end_session_endpoint: `${url}/end`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

function tokenOf(
  { url, nonce }: FaultyProvider,
  { claims, header, change, signWith }: ProviderFault,
): string {
  const body = {
    iss: url,
    sub: 'sub-1',
    aud: CLIENT.id,
    exp: now() + 300,
    iat: now(),
    nonce,
    email: 'ann@corp.example',
    email_verified: true,
    ...claims,
  }
  const signed = `${encode({ alg: 'RS256', kid: 'k1', typ: 'JWT', ...header })}.${encode(body)}`
  const token = `${signed}.${signatureOf(signed, signWith)}`
  return change ? change(token) : token
}

function signatureOf(text: string, by: ProviderFault['signWith']): string {
  if (by === 'nothing') return ''
  if (by === 'client-secret') return createHmac('sha256', CLIENT.secret).update(text).digest('base64url')
  if (by === 'public-key')
    return createHmac('sha256', publicKey.export({ type: 'spki', format: 'pem' }))
      .update(text)
      .digest('base64url')
  return createSign('RSA-SHA256')
    .update(text)
    .sign(by ?? privateKey)
    .toString('base64url')
}
