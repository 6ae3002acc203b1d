import { createHash, createHmac } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createSignalEndpoint, createSignalEndpointToken } from '#shared/signals/contract/signal-endpoints.ts'
import { setSenderSecret } from '#shared/signals/contract/senders.ts'
import { resetsFor, SIGNAL_RECIPES, type SignalRecipe } from '#shared/signals/recipes/signal-recipes.ts'
import { flattenPayload, matchFilters } from '#shared/signals/rules/index.ts'
import { ActionFilters } from '#shared/signals/schemas/action.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { hmacOf, VECTOR, webhookHeaders } from '#support/stages/webhook-senders.ts'
import { WEBHOOK_PAYLOADS } from '#support/stand-ins/webhook-payloads.ts'

let app: TestBackend
/** Secret that a sender chose. */
const CHOSEN = 'a-secret-that-the-sender-chose'
/** Tokens by endpoint. */
const tokens = new Map<string, string>()

beforeAll(async () => {
  app = await startBackend({
    rateLimits: { perMinute: {} },
    env: { UNLEASH_SIGNAL_ENDPOINTS_LIMIT: '10' },
  })
  for (const { endpoint, proof } of [...SIGNAL_RECIPES, { endpoint: 'other', proof: 'token' }]) {
    const { body } = await app.call(createSignalEndpoint, { body: { name: endpoint } })
    const made = await app.call(createSignalEndpointToken, {
      params: { signalEndpointId: String(body.id) },
      body: { name: 'sender' },
    })
    expect(made.body, 'as the contract publishes it').not.toHaveProperty('signingSecret')
    tokens.set(endpoint, made.body.token)
    const params = { signalEndpointId: String(body.id), id: String(made.body.id) }
    const secret = endpoint === 'webhooks' ? VECTOR.secret : CHOSEN
    if (proof === 'sender') await app.call(setSenderSecret, { params, body: { secret } })
  }
})
afterAll(() => app.stop())

const tokenOf = (endpoint: string) => tokens.get(endpoint) ?? ''
/** The signing secret, as the window shows it with the token. */
const secretOf = (endpoint: string) => app.backend.services.signalEndpoints.signingSecretOf(tokenOf(endpoint))
/** Hash of a token, as the database has it. */
const hashOf = (endpoint: string) => createHash('sha256').update(tokenOf(endpoint)).digest('hex')
const signature = (secret: string, text: string) =>
  `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
const send = (endpoint: string, text: string, headers: Record<string, string>) =>
  app.call('POST', `/api/signal-endpoint/${endpoint}`, {
    token: null,
    raw: text,
    headers: { 'content-type': 'application/json', ...headers },
  })

/** Headers of a request of the service, as its recipe sets it up. */
function headersOf({ id, endpoint, proof }: SignalRecipe, text: string): Record<string, string> {
  if (proof === 'signature') return { 'x-hub-signature-256': signature(secretOf(endpoint), text) }
  if (id === 'sentry')
    return { 'sentry-hook-signature': createHmac('sha256', CHOSEN).update(text).digest('hex') }
  if (id === 'pagerduty')
    return { 'x-pagerduty-signature': `v1=${createHmac('sha256', CHOSEN).update(text).digest('hex')}` }
  if (id === 'standard-webhooks') {
    const timestamp = Math.floor(app.clock.now().getTime() / 1000)
    const delivery = { id: 'msg_1', timestamp, body: text }
    return webhookHeaders(delivery, hmacOf(VECTOR.secret, delivery))
  }
  if (id === 'gitlab') return { 'x-gitlab-token': tokenOf(endpoint) }
  return { authorization: `Bearer ${tokenOf(endpoint)}` }
}

describe.each(SIGNAL_RECIPES.map((recipe) => [recipe.id, recipe] as const))(
  'the recipe of %s',
  (id, recipe) => {
    const payload = WEBHOOK_PAYLOADS[id]
    const text = JSON.stringify(payload)

    it('lets its signals in', async () => {
      const { status, body } = await send(recipe.endpoint, text, headersOf(recipe, text))
      expect({ status, body }).toMatchObject({ status: 200, body: { signals: [{ payload }] } })
    })

    it('has an action that reacts to them, and not to others', () => {
      expect(ActionFilters.safeParse(recipe.filters).success).toBe(true)
      expect(matchFilters(recipe.filters, payload)).toMatchObject({ matches: true })
      expect(matchFilters(recipe.filters, { status: 'resolved' })).toMatchObject({ matches: false })
      // a first signal is never one that says that it is over
      if (recipe.reset) {
        expect(ActionFilters.safeParse(recipe.reset).success).toBe(true)
        expect(matchFilters(recipe.reset, payload)).toMatchObject({ matches: false })
        expect(resetsFor([...flattenPayload(payload).keys()])).toContainEqual(recipe.reset)
      }
    })
  },
)

describe('a signed signal', () => {
  const text = JSON.stringify(WEBHOOK_PAYLOADS['github'])

  it.each([
    ['another body', 'github', () => signature(secretOf('github'), `${text} `)],
    ['the token itself', 'github', () => signature(tokenOf('github'), text)],
    ['the hash in the database', 'github', () => signature(hashOf('github'), text)],
    ['the secret of another endpoint', 'github', () => signature(secretOf('other'), text)],
    ['an empty digest', 'github', () => 'sha256='],
    ['SHA-1', 'github', () => `sha1=${createHmac('sha1', secretOf('github')).update(text).digest('hex')}`],
  ])('is refused with %s', async (_what, endpoint, sign) => {
    const { status, body } = await send(endpoint, text, { 'x-hub-signature-256': sign() })
    expect(status).toBe(401)
    expect(JSON.stringify(body)).toContain('signal endpoint')
  })

  it('counts no more with credentials that are wrong', async () => {
    const headers = {
      'x-hub-signature-256': signature(secretOf('github'), text),
      authorization: 'Bearer signal:wrong',
    }
    expect((await send('github', text, headers)).status).toBe(401)
  })

  it('is refused by an endpoint that does not exist', async () => {
    const headers = { 'x-hub-signature-256': signature(secretOf('github'), text) }
    expect((await send('nowhere', text, headers)).status).toBe(401)
  })
})

describe('the token of GitLab', () => {
  it.each(['signal:wrong', 'other'])('is refused if it is %s', async (token) => {
    const headers = { 'x-gitlab-token': token === 'other' ? tokenOf('other') : token }
    expect(await send('gitlab', '{}', headers)).toMatchObject({
      status: 401,
      body: { presented: 'unknown', expected: 'signal' },
    })
  })
})
