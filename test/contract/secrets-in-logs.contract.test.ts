import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { FORMER_OPERATIONS } from '#shared/versions/contract/former/index.ts'
import { hasBody, OPERATIONS, type Operation } from '#shared/contract/index.ts'
import { isSecretParam } from '#shared/contract-engine/secret-params.ts'
import { logLines } from '#support/service/log-lines.ts'
import { minimalBody } from '#support/service/minimal-body.ts'
import { ADMIN, BACKEND, startBackend, type TestBackend } from '#support/service/start-backend.ts'
import { getUpgradeReport } from '#shared/versions/contract/upgrade-report.ts'
import { createApiToken, updateApiToken } from '#shared/access/contract/api-tokens.ts'
import { getAllClientFeatures } from '#shared/clients/contract/client-api.ts'
import { resetUserPassword, validateToken, changePassword } from '#shared/access/contract/passwords.ts'
import { login } from '#shared/access/contract/sessions.ts'
import { uiObservability } from '#shared/instance/contract/ui-config.ts'

const { logger, lines } = logLines()
let app: TestBackend

beforeAll(async () => {
  app = await startBackend({
    logger,
    rateLimits: { perMinute: {} },
    env: { UNLEASH_DEFAULT_ADMIN_PASSWORD: 'correct horse' },
  })
})
afterAll(() => app.stop())

const secretsOf = (operation: Operation) =>
  [...operation.path.matchAll(/:(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => isSecretParam(operation, name))
const withSecrets = [...OPERATIONS, ...FORMER_OPERATIONS].filter((one) => secretsOf(one).length > 0)

/** Finds a secret in everything that was logged and in everything that the store keeps of requests. */
async function expectNowhere(secret: string): Promise<void> {
  expect(lines.join('')).toContain('"msg":"request"')
  expect(lines.filter((line) => line.includes(secret))).toEqual([])
  const report = await app.call(getUpgradeReport)
  expect(report.status).toBe(200)
  expect(report.text).not.toContain(secret)
}

describe.each(withSecrets.map((operation) => [operation.operationId, operation] as const))(
  'the log of %s',
  (_name, operation) => {
    it.each(['as it is', 'short'])('never holds the secret of its path (%s)', async (form) => {
      const secret = form === 'short' ? 's3cr3t' : `*:development.${'0f'.repeat(28)}`
      const filled = secretsOf(operation).reduce(
        (path, name) => path.replace(`:${name}`, encodeURIComponent(secret)),
        operation.path,
      )
      const path = filled.replaceAll(/:\w+/g, 'default')
      const body = hasBody(operation) ? { body: minimalBody(operation) } : {}
      for (const token of [ADMIN, BACKEND, null])
        for (const url of [path, `${path}/`, `//${path.slice(1)}?x=1`, path.toUpperCase(), `${path}/more`]) {
          await app.call(operation.method, url, { token, ...body })
          await app.call('PATCH', url, { token, ...body })
          await app.call('GET', url, { token })
        }
      for (const one of [secret, secret.toUpperCase(), encodeURIComponent(secret)]) await expectNowhere(one)
    })
  },
)

describe('the log', () => {
  it('never holds a valid token, nor one in a header', async () => {
    const made = await app.call(createApiToken, {
      body: { tokenName: 'mine', type: 'client', environment: 'development' },
    })
    const { secret } = made.body
    const expiresAt = '2099-01-01T00:00:00.000Z'
    expect((await app.call(updateApiToken, { params: { token: secret }, body: { expiresAt } })).status).toBe(
      200,
    )
    expect((await app.call(getAllClientFeatures, { token: secret })).status).toBe(200)
    await expectNowhere(secret)
    await expectNowhere(ADMIN)
  })

  it('never holds a sign-in link, a reset token, a password or a session', async () => {
    const link = app.backend.signInPath()
    const signedIn = await app.call('GET', link, { token: null })
    await expectNowhere(link.split('/').at(-1) ?? '')
    await expectNowhere(/unleash-session=([0-9a-f]+)/.exec(String(signedIn.headers['set-cookie']))?.[1] ?? '')
    const reset = await app.call(resetUserPassword, { body: { id: 'admin' } })
    const token = reset.body.resetPasswordUrl.split('token=')[1] ?? ''
    expect((await app.call(validateToken, { query: { token }, token: null })).status).toBe(200)
    await app.call(changePassword, { token: null, body: { token, password: 'weak-pass' } })
    await expectNowhere(token)
    await app.call(login, { token: null, body: { username: 'admin', password: 'correct horse' } })
    await expectNowhere('correct horse')
    await expectNowhere('weak-pass')
  })

  it('never holds a secret from an error in a page', async () => {
    const secret = `default:development.${'0f'.repeat(28)}`
    const body = { errorMessage: `DELETE /api/admin/api-tokens/${secret} failed`, errorStack: `at ${secret}` }
    expect((await app.call(uiObservability, { body })).status).toBe(204)
    await expectNowhere(secret)
  })
})
