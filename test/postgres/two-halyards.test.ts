import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { edgeCreateOrReturnTokens } from '#shared/clients/contract/edge.ts'
import { signAsEdge } from '#support/stand-ins/edge-signature.ts'
import { startFaultyProvider, type FaultyProvider } from '#support/stand-ins/faulty-provider.ts'
import { encoded, ISSUER, PROVIDER, responseOf, signed } from '#support/stand-ins/saml-answers.ts'
import { startSeveral } from '#support/service/several-halyards.ts'
import { BACKEND, type Answer, type TestBackend } from '#support/service/start-backend.ts'
import { eventually } from '#support/runner/eventually.ts'

/** Two Halyards behind a proxy that sends each request to another one. */
const BASE = 'http://localhost:4242'
const EDGE_SECRET = randomBytes(24).toString('base64url')
let several: Awaited<ReturnType<typeof startSeveral>>
let provider: FaultyProvider
let one: TestBackend
let other: TestBackend

beforeAll(async () => {
  provider = await startFaultyProvider()
  several = await startSeveral(2, {
    env: {
      HALYARD_BASE_URL: BASE,
      UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1',
      HALYARD_EDGE_SECRET: EDGE_SECRET,
    },
    rateLimits: { perMinute: {} },
  })
  const [first, second] = several.halyards
  if (!first || !second) throw new Error('nothing was started')
  ;[one, other] = [first, second]
  const ann = { email: 'ann@corp.example', name: 'Ann', rootRole: 1 }
  expect((await one.call('POST', '/api/admin/user-admin', { body: ann })).status).toBe(201)
})
afterAll(async () => {
  await several.stop()
  await provider.stop()
})

const locationOf = ({ headers }: Answer) => String(headers['location'])
const cookieOf = ({ headers }: Answer) => String(headers['set-cookie'] ?? '').split(';')[0] ?? ''
const browse = (at: TestBackend, path: string, cookie = '') =>
  at.call('GET', path, { token: null, headers: { cookie } })

async function personOf(at: TestBackend, answer: Answer): Promise<string | undefined> {
  const { body } = await browse(at, '/api/admin/user', cookieOf(answer))
  return (body as { user?: { name?: string } }).user?.name
}

/** Reads the reason that the sign-in page shows. */
async function reasonAt(at: TestBackend, answer: Answer): Promise<string | undefined> {
  const reference = new URL(locationOf(answer), BASE).searchParams.get('sign-in-failed') ?? ''
  const { body } = await browse(at, `/auth/options?failure=${reference}`)
  return (body as { failure?: string }).failure
}

describe('the next request at another Halyard', () => {
  it('reads the custom metrics that one got, also as a safeguard', async () => {
    const report = (at: TestBackend, value: number) =>
      at.call('POST', '/api/client/metrics/custom', {
        token: BACKEND,
        body: { metrics: [{ name: 'errors', value, labels: { app: 'web' } }] },
      })
    expect((await report(one, 1)).status).toBe(202)
    expect((await report(other, 7)).status).toBe(202)
    for (const at of [one, other]) {
      const { text } = await at.call('GET', '/api/admin/custom-metrics/prometheus')
      expect(text).toMatch(/^errors\{app="web"\} 7 /m)
    }
    const flag = '/api/admin/projects/default/features'
    await one.call('POST', flag, { body: { name: 'guarded' } })
    await one.call('POST', `${flag}/guarded/environments/development/on`)
    const body = {
      impactMetric: { metricName: 'errors', timeRange: 'hour', aggregationMode: 'avg', labelSelectors: {} },
      triggerCondition: { operator: '>', threshold: 5 },
    }
    const path = `${flag}/guarded/environments/development/safeguards`
    expect((await one.call('PUT', path, { body })).status).toBe(204)
    await other.backend.runJobs()
    const { body: stopped } = await other.call('GET', `${flag}/guarded/environments/development`)
    expect(stopped).toMatchObject({ enabled: false })
  })

  it('takes a one-time link that another printed, once for all of them', async () => {
    const link = one.backend.signInPath()
    const answers = await Promise.all([one, other, other, one].map((at) => browse(at, link)))
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 401, 401, 401])
    expect((await browse(other, link)).status).toBe(401)
  })

  it('finishes a sign-in with OpenID Connect, once for all of them', async () => {
    const settings = {
      enabled: true,
      discoverUrl: `${provider.url}/.well-known/openid-configuration`,
      clientId: 'halyard',
      secret: 'the-client-secret',
      enableSingleSignOut: true,
    }
    expect((await one.call('POST', '/api/admin/auth/oidc/settings', { body: settings })).status).toBe(200)
    const begun = await browse(one, '/auth/oidc/login')
    const sent = new URL(locationOf(begun)).searchParams
    provider.nonce = sent.get('nonce') ?? ''
    const back = `/auth/oidc/callback?${String(new URLSearchParams({ code: 'c', state: sent.get('state') ?? '' }))}`

    const stranger = await browse(other, back, 'halyard-oidc=00')
    expect(await reasonAt(one, stranger)).toMatch(/another browser/)
    const answer = await browse(other, back, cookieOf(begun))
    expect(locationOf(answer)).toBe('/')
    expect(await personOf(one, answer)).toBe('Ann')
    for (const at of [one, other]) {
      const again = await browse(at, back, cookieOf(begun))
      expect(again.headers['set-cookie']).toBeUndefined()
      expect(await reasonAt(at === one ? other : one, again)).toMatch(/used before/)
    }
  })

  it('ends the session at the provider that a sign-in at another began', async () => {
    const begun = await browse(other, '/auth/oidc/login')
    const sent = new URL(locationOf(begun)).searchParams
    provider.nonce = sent.get('nonce') ?? ''
    const back = new URLSearchParams({ code: 'c', state: sent.get('state') ?? '' })
    const answer = await browse(other, `/auth/oidc/callback?${String(back)}`, cookieOf(begun))
    const left = await browse(one, '/auth/oidc/logout', cookieOf(answer))
    // the token that the provider knows its session by: it would ask the person otherwise
    expect(new URL(locationOf(left)).searchParams.get('id_token_hint')).toMatch(/^ey.+\..+\./)
    expect(await personOf(other, answer)).toBeUndefined()
  })

  it('accepts a request that Edge has signed once, also when it came to both at once', async () => {
    const wish = { tokens: [{ environment: 'development', projects: ['*'] }] }
    const signed = signAsEdge(wish, { secret: EDGE_SECRET, at: one.clock.now().toISOString() })
    const issue = (at: TestBackend) => at.call(edgeCreateOrReturnTokens, signed)
    const statuses = (await Promise.all([one, other].map(issue))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 401])
    for (const at of [one, other]) expect((await issue(at)).status).toBe(401)
  })

  it('finishes a sign-in with OpenID Connect that came to both at once, once', async () => {
    const begun = await browse(one, '/auth/oidc/login')
    const sent = new URL(locationOf(begun)).searchParams
    provider.nonce = sent.get('nonce') ?? ''
    const back = `/auth/oidc/callback?${String(new URLSearchParams({ code: 'c', state: sent.get('state') ?? '' }))}`
    const answers = await Promise.all([one, other].map((at) => browse(at, back, cookieOf(begun))))
    expect(answers.filter((answer) => locationOf(answer) === '/')).toHaveLength(1)
  })

  it('finishes a sign-in with SAML, once for all of them', async () => {
    const settings = {
      enabled: true,
      entityId: ISSUER,
      signOnUrl: 'https://idp.example.com/sso',
      certificate: PROVIDER.certificate,
    }
    expect((await one.call('POST', '/api/admin/auth/saml/settings', { body: settings })).status).toBe(200)
    const begun = await browse(one, '/auth/saml/login')
    const sent = new URL(locationOf(begun)).searchParams.get('SAMLRequest') ?? ''
    const request = /ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(sent, 'base64')).toString())?.[1] ?? ''
    const parts = { request, acs: `${BASE}/auth/saml/callback`, audience: BASE, nameId: 'ann@corp.example' }
    const body = { SAMLResponse: encoded(signed(responseOf(parts))) }
    const post = (at: TestBackend) => at.call('POST', '/auth/saml/callback', { token: null, body })

    const posted = await post(other)
    expect(locationOf(posted)).toMatch(/^\/auth\/saml\/complete/)
    // the answer is used up everywhere, before its browser came back
    expect(await reasonAt(other, await post(one))).toMatch(/used before/)
    const answer = await browse(one, locationOf(posted), cookieOf(begun))
    expect(locationOf(answer)).toBe('/')
    expect(await personOf(other, answer)).toBe('Ann')
    for (const at of [one, other])
      expect(locationOf(await browse(at, locationOf(posted), cookieOf(begun)))).toMatch(/sign-in-failed/)
  })
})

/** A stream that is open at a Halyard: its text so far, and whether it has ended. */
interface Opened {
  text: string
  isOver: boolean
}

async function follow(url: string, headers: Record<string, string>): Promise<Opened> {
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers } })
  expect(response.status).toBe(200)
  const opened: Opened = { text: '', isOver: false }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) opened.text += decoder.decode(chunk)
  }
  void read()
    .catch(() => undefined)
    .finally(() => (opened.isOver = true))
  await eventually(() => expect(opened.text).not.toBe(''))
  return opened
}

/** Numbers of a stream's messages, in the order in which they arrived. */
const numbersIn = ({ text }: Opened) => [...text.matchAll(/^id: ?(\d+)$/gm)].map(([, id]) => Number(id))
const flagsIn = ({ text }: Opened) =>
  [...text.matchAll(/^data: ?(\{.*)$/gm)]
    .flatMap(([, json = '{}']) => (JSON.parse(json) as { events?: Delta[] }).events ?? [])
    .flatMap(({ type, feature }) => (type === 'feature-updated' && feature ? [feature] : []))

interface Delta {
  type: string
  feature?: { name: string; enabled: boolean }
}

describe('a stream at another Halyard', () => {
  const flag = (name: string) => `/api/admin/projects/default/features/${name}`
  const create = (at: TestBackend, name: string) =>
    at.call('POST', '/api/admin/projects/default/features', { body: { name } })
  const soon = (look: () => void) => eventually(look)
  let url: string
  beforeAll(async () => {
    url = await other.backend.listen('auto')
  })

  it('sends SDKs what both write, in order, until the token is deleted', async () => {
    const { body } = await one.call('POST', '/api/admin/api-tokens', {
      body: { tokenName: 'streams', type: 'client', environment: 'development', projects: ['default'] },
    })
    const { secret } = body as { secret: string }
    const stream = await eventually(() => follow(`${url}/api/client/streaming`, { authorization: secret }))
    // one flag by turns: each write must be seen after the one before
    await create(one, 'by-turns')
    for (let n = 0; n < 10; n++)
      await (n % 2 === 0 ? one : other).call(
        'POST',
        `${flag('by-turns')}/environments/development/${n % 2 === 0 ? 'on' : 'off'}`,
      )
    // and many at the same time
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => create(n % 2 === 0 ? one : other, `together-${n}`)),
    )
    await soon(() => {
      const seen = new Set(flagsIn(stream).map(({ name }) => name))
      for (let n = 0; n < 10; n++) expect(seen).toContain(`together-${n}`)
    })
    const numbers = numbersIn(stream)
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    // pushes may combine changes that follow each other closely: the newest state always arrives
    const ofFlag = flagsIn(stream).filter(({ name }) => name === 'by-turns')
    expect(ofFlag.at(-1)).toMatchObject({ enabled: false })

    expect((await one.call('DELETE', `/api/admin/api-tokens/${secret}`)).status).toBe(200)
    await soon(() => expect(stream.isOver).toBe(true))
    await create(one, 'after-the-end')
    expect(stream.text).not.toContain('after-the-end')
  })

  it('tells windows of each write once, in order, until their person is signed out', async () => {
    const person = { username: 'watcher', rootRole: 3, password: 'Long-enough-1234' }
    const { body } = await one.call('POST', '/api/admin/user-admin', { body: person })
    const { id } = body as { id: number }
    const signedIn = await one.call('POST', '/auth/simple/login', { token: null, body: person })
    const stream = await eventually(() => follow(`${url}/trpc/changes`, { cookie: cookieOf(signedIn) }))
    const names = Array.from({ length: 8 }, (_, n) => `told-${n}`)
    for (const [n, name] of names.entries()) await create(n % 3 === 0 ? other : one, name)
    const told = () =>
      [...stream.text.matchAll(/"type":"feature-created"[^}]*"featureName":"(told-\d)"/g)].map(
        ([, name]) => name,
      )
    await soon(() => expect(told()).toHaveLength(names.length))
    expect(told()).toEqual(names)

    expect((await one.call('DELETE', `/api/admin/user-admin/${id}/sessions`)).status).toBeLessThan(300)
    await create(one, 'told-9')
    await soon(() => expect(stream.isOver).toBe(true))
    expect(stream.text).not.toContain('told-9')
    expect(stream.text).toContain('UNAUTHORIZED')
  })
})
