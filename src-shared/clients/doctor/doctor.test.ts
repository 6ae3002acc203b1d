import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { ask, HERE, HEX, HTTPS, idsOf, known, TOKEN } from '#support/service/ask-doctor.ts'
import { MAX_DOCTOR_TEXT } from '../schemas/diagnosis.ts'
import type { KnownToken } from './judge-token.ts'
import { processorMs } from '#support/runner/processor-time.ts'

describe('doctor: tokens', () => {
  it.each([
    [
      TOKEN,
      'API token (backend or frontend: its format does not say)',
      'default:development.…',
      'token-unknown',
    ],
    [`*:development.${HEX}`, undefined, '*:development.…', 'token-unknown'],
    [`[]:production.${HEX}`, undefined, '[]:production.…', 'token-unknown'],
    [`  "${TOKEN}"  `, undefined, 'default:development.…', 'token-unknown'],
    [`Bearer ${TOKEN}`, undefined, 'default:development.…', 'token-unknown'],
    [`Authorization: Bearer ${TOKEN}`, undefined, 'default:development.…', 'token-unknown'],
    [`authorization: ${TOKEN}`, undefined, 'default:development.…', 'token-unknown'],
    [`UNLEASH_API_TOKEN=${TOKEN}`, undefined, 'default:development.…', 'token-unknown'],
    [`{"Authorization":"${TOKEN}"}`, undefined, 'default:development.…', 'token-unknown'],
    [`Authorization: Token ${TOKEN}`, undefined, 'default:development.…', 'token-scheme'],
    [TOKEN.replace(':', '%3A'), undefined, 'default:development.…', 'token-encoded'],
    [`${TOKEN}\\n`, undefined, 'default:development.…', 'token-newline'],
    [`\u201c${TOKEN}\u201d`, undefined, 'default:development.…', 'token-invisible'],
    [TOKEN.slice(0, -6), undefined, 'default:development.…', 'token-cut-short'],
    [
      `default:development.v2_${'a'.repeat(22)}_${'B'.repeat(43)}`,
      undefined,
      'default:development.…',
      'token-unknown',
    ],
    [
      'default:development.unleash-insecure-api-token',
      undefined,
      'default:development.…',
      'token-well-known',
    ],
    ['default:development.hunter2', undefined, '…:….…', 'token-unknown'],
    ['*:*.unleash-insecure-admin-api-token', 'Admin token', '*:*.…', 'token-well-known'],
    ['*:*.hidden-0123456789abcdef', 'Name of an admin token', '*:*.…', 'token-name-of-admin-token'],
    [`user:${HEX}`, 'Personal access token, or a token of a service account', 'user:…', 'token-unknown'],
    [`user:v2_${'a'.repeat(22)}_${'B'.repeat(43)}`, undefined, 'user:…', 'token-unknown'],
    [`user:${HEX.slice(9)}`, undefined, 'user:…', 'token-cut-short'],
    [`signal:${HEX}`, 'Token of a signal endpoint', 'signal:…', 'token-unknown'],
    [`scim:${HEX}01234567`, 'SCIM token of an identity provider', 'scim:…', 'token-unknown'],
    [HEX, 'Secret without its beginning', '… (56 characters)', 'token-without-start'],
    ['<BACKEND TOKEN>', 'Placeholder of a token', undefined, 'token-placeholder'],
    ['${UNLEASH_API_TOKEN}', 'Placeholder of a token', undefined, 'token-placeholder'],
    ['process.env.UNLEASH_TOKEN', 'Placeholder of a token', undefined, 'token-placeholder'],
    ['YOUR_API_TOKEN', 'Placeholder of a token', undefined, 'token-placeholder'],
    ['undefined', 'Placeholder of a token', undefined, 'token-placeholder'],
    ['default:development.*****', 'Token that was masked', undefined, 'token-masked'],
    ['default:development.…', 'Token that was masked', undefined, 'token-masked'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'JSON Web Token', undefined, 'token-jwt'],
    ['6f1c2f0a-3a55-4f0e-9d3a-1c2b3a4d5e6f', 'UUID', undefined, 'token-uuid'],
  ])('reads %j', (text, what, shown, finding) => {
    const { subjects } = ask(text)
    expect(subjects).toHaveLength(1)
    if (what !== undefined) expect(subjects[0]?.what).toBe(what)
    if (shown !== undefined) expect(subjects[0]?.shown).toBe(shown)
    expect(subjects[0]?.findings.map(({ id }) => id)).toContain(finding)
  })

  it.each([
    ['client', '7.6.5', ['client']],
    ['frontend', '7.6.5', ['frontend']],
    ['admin', '7.6.5', ['client', 'frontend', 'admin']],
    ['personal', '7.6.5', ['client', 'admin']],
    ['admin', '8.0.0', ['admin']],
    ['personal', '8.0.0', ['admin']],
    ['signal', '7.6.5', ['signal']],
    ['scim', '7.6.5', ['scim']],
  ])('lists the APIs that accept a %s token in %s', (type, contract, apis) => {
    const [subject] = ask(TOKEN, { ...HERE, contract, ports: [] }, known(type)).subjects
    expect(subject?.endpoints?.filter(({ accepted }) => accepted).map(({ api }) => api)).toEqual(apis)
  })

  it.each([
    ['frontend', 'http://localhost:4242/api/client/features', 'token-wrong-kind'],
    ['client', 'http://localhost:4242/api/frontend', 'token-wrong-kind'],
    ['client', 'http://localhost:4242/api/admin/projects', 'token-wrong-kind'],
    ['frontend', 'http://localhost:4242/api', 'token-wrong-kind'],
    ['admin', 'http://localhost:4242/api', 'token-too-powerful'],
    ['admin', 'http://localhost:4243/api', 'token-wrong-kind'],
  ])('judges a %s token together with %s', (type, url, finding) => {
    expect(idsOf(`curl -H 'Authorization: ${TOKEN}' ${url}`, HERE, known(type))).toContain(finding)
  })

  it('tells that a token is of another instance', () => {
    const stranger: KnownToken = { facts: { state: 'unknown' }, hasEnvironment: false }
    expect(idsOf(TOKEN, HERE, stranger)).toEqual(['token-of-unknown-environment', 'token-unknown'])
  })
})

describe('doctor: URLs', () => {
  it.each([
    ['http://localhost:4242', HERE, 'url-without-path'],
    ['http://localhost:4242/', HERE, 'url-without-path'],
    ['http://localhost:4242/api', HERE, 'url-for-server-sdks'],
    ['http://127.0.0.1:4242/api/', HERE, 'url-for-server-sdks'],
    ['http://localhost:4242/api/client', HERE, 'url-ends-in-client-path'],
    ['http://localhost:4242/api/client/features', HERE, 'url-ends-in-client-path'],
    ['http://localhost:4242/api/client/features/', HERE, 'url-ends-in-client-path'],
    ['http://localhost:4242/client/features', HERE, 'url-missing-api'],
    ['http://localhost:4242/frontend', HERE, 'url-missing-api'],
    ['http://localhost:4242/api/frontend', HERE, 'url-for-browser-sdks'],
    ['http://localhost:4242/api/frontend/client/features', HERE, 'url-frontend-given-to-server-sdk'],
    ['http://localhost:4242/api/client/features/client/features', HERE, 'url-doubled-path'],
    ['http://localhost:4242/api/api/client/features', HERE, 'url-doubled-path'],
    ['http://localhost:4242/api/features', HERE, 'url-of-former-features'],
    ['http://localhost:4242/proxy', HERE, 'url-of-proxy'],
    ['http://localhost:4242/api/admin', HERE, 'url-of-admin-api'],
    ['http://localhost:4242/api/signal-endpoint/alerts', HERE, 'url-of-signal-endpoint'],
    ['http://localhost:4242/health', HERE, 'url-of-service-endpoint'],
    ['http://localhost:4242/projects/default', HERE, 'url-of-page'],
    ['http://localhost:4242/#/projects/default', HERE, 'url-with-fragment'],
    ['http://localhost:4242/apis', HERE, 'url-unknown-path'],
    ['http://localhost:4242//api', HERE, 'url-double-slash'],
    ['http://localhost:3000/api', HERE, 'url-wrong-port'],
    ['http://localhost:4243/api', HERE, 'url-for-server-sdks'],
    ['https://localhost:4242/api', HERE, 'url-https-to-http'],
    ['http://0.0.0.0:4242/api', HERE, 'url-any-address'],
    ['https://flags.other.com/api', HERE, 'url-other-host'],
    ['localhost:4242/api', HERE, 'url-without-scheme'],
    ['flags.other.com/api', HERE, 'url-without-scheme'],
    ['htp://localhost:4242/api', HERE, 'url-without-scheme'],
    ['http://', HERE, 'url-invalid'],
    ['http://localhost:99999/api', HERE, 'url-invalid'],
    ['http://me:pw@localhost:4242/api', HERE, 'url-with-credentials'],
    [`http://localhost:4242/api/frontend?token=${TOKEN}`, HERE, 'url-with-token'],
    ['https://flags.example.com/api', HTTPS, 'url-without-base-path'],
    ['https://flags.example.com/unleash/api', HTTPS, 'url-for-server-sdks'],
    ['http://flags.example.com/unleash/api', HTTPS, 'url-http-to-https'],
  ])('judges %s', (text, instance, finding) => {
    expect(idsOf(text, instance)).toContain(finding)
  })

  it.each([
    ['http://localhost:4242/new-user?invite=0123456789abcdef0123456789abcdef', 'Invite link'],
    ['http://localhost:4242/invite/0123456789abcdef0123456789abcdef/signup', 'Invite link'],
    [`http://localhost:4242/reset-password?token=${HEX}`, 'Link to set a password'],
    [`http://localhost:4242/new-user?token=${HEX}`, 'Link to set a password'],
    [`http://localhost:4242/#/reset-password?token=${HEX}`, 'Link to set a password'],
    [`http://localhost:4242/sign-in/${HEX}`, 'One-time sign-in link'],
  ])('reads the link %s', (text, what) => {
    const { subjects } = ask(text)
    expect(subjects.map((one) => one.what)).toEqual([what])
    expect(JSON.stringify(subjects)).not.toContain(HEX.slice(0, 16))
  })
})

describe('doctor: whatever is pasted', () => {
  const secret = fc.oneof(
    fc.stringMatching(/^[0-9a-f]{56}$/),
    fc.stringMatching(/^v2_[A-Za-z0-9]{22}_[A-Za-z0-9]{43}$/),
    fc.stringMatching(/^[0-9a-f]{32}$/),
  )
  const frame = fc.constantFrom(
    'default:development.S',
    '*:*.S',
    '[]:a.S',
    'user:S',
    'signal:S',
    'scim:S',
    'S',
    'S:development.abc',
    'a:S.b',
    'Bearer S',
    'http://localhost:4242/api?token=S',
    'http://S@localhost/api',
    'http://a:S@localhost:4242/api',
    'http://localhost:4242/S',
    'http://localhost:4242/api/S/client',
    'http://S.example.com/api',
    'S.example.com/api',
    'http://localhost:4242/new-user?invite=S',
    'http://localhost:4242/invite/S',
    'http://localhost/sign-in/S',
    'http://localhost:4242/#S',
    'http://localhost:4242/#/reset-password?token=S',
    '<S>',
    '${S}',
    'Cookie: unleash-session=S',
    'apiKey:a:b.S appName:c',
    '{"Authorization":"a:b.S"}',
    'Authorization: Basic S',
    'S ECONNREFUSED S',
    'eyJS.S.S',
    'http://localhost:4242/api/admin/api-tokens/default:development.S responded 401',
    'S%3AS.S',
    'htp://S/api',
  )
  const noise = fc.string({ maxLength: 60 })

  it('never throws, and never answers with a secret', () => {
    fc.assert(
      fc.property(frame, secret, noise, noise, fc.boolean(), (form, hidden, before, after, isKnown) => {
        const text = `${before}${form.replaceAll('S', hidden)}${after}`
        for (const one of [text, form.replaceAll('S', hidden)]) {
          const answer = JSON.stringify(ask(one, isKnown ? HERE : undefined)).toLowerCase()
          expect(answer).not.toContain(hidden.toLowerCase())
          expect(answer).not.toContain(hidden.slice(0, 24).toLowerCase())
        }
      }),
      { numRuns: 600 },
    )
  })

  it.each([
    ['a', ''],
    [' ', ''],
    ['http://', ''],
    ['a:', ''],
    ['.', ''],
    ['/', ''],
    ['a.', 'http://'],
    ['user:', ''],
    ['<', ''],
    ['%3A', ''],
    ['returned status code ', ''],
    ['Redirecting from a', ''],
    ['localhost:42', ''],
    ['"GET /', ''],
    ['\\n', 'a:b.'],
    ['::', ''],
    ['[', ''],
    ['- ', ''],
    ['http://a.b/', ''],
  ])('answers within 50 ms for the longest text of %j', async (part, before) => {
    const text = (before + part.repeat(MAX_DOCTOR_TEXT)).slice(0, MAX_DOCTOR_TEXT)
    ask(text)
    expect(await processorMs(() => ask(text))).toBeLessThan(50)
  })
})
