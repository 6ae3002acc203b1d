import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { APP_VERSION } from '#main/app/app-version.ts'
import { createLogger } from '#kernel/logger.ts'
import { createApiToken } from '#shared/access/contract/api-tokens.ts'
import { createAddon } from '#shared/integrations/contract/addons.ts'
import { getSupportBundle } from '#shared/instance/contract/support-bundle.ts'
import { startBackend, type TestBackend } from '#support/service/start-backend.ts'

const PASSWORD = 'bundle-secret-1'
const WEBHOOK = 'https://hooks.example.com/services/T0/B0/bundle-secret-2'
const logger = createLogger('debug', { write: () => undefined })
let app: TestBackend
let secret: string

beforeAll(async () => {
  app = await startBackend({
    logger,
    env: { EMAIL_PASSWORD: PASSWORD, UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD, EDGE_SECRET: PASSWORD },
    users: [{ username: 'vi', roles: ['Viewer'] }],
  })
  const token = await app.call(createApiToken, {
    body: { tokenName: 'sdk', type: 'backend', environment: 'development', projects: ['default'] },
  })
  secret = token.body.secret
  await app.call(createAddon, {
    body: {
      provider: 'webhook',
      enabled: true,
      parameters: { url: WEBHOOK, authorization: PASSWORD },
      events: ['feature-created'],
    },
  })
  // requests that carry secrets, and lines of the kind that libraries write
  await app.call('GET', `/api/client/features?token=${secret}`, { token: secret })
  logger.warn({ err: new Error(`no answer from postgres://me:${PASSWORD}@db/flags`) }, 'a database failed')
  logger.warn(
    { headers: { 'x-api-key': PASSWORD }, smtp: { pass: 'x', password: PASSWORD } },
    'a mail failed',
  )
  logger.warn({ url: `https://id.example.com/callback?access_token=${PASSWORD}` }, 'a sign-in failed')
})
afterAll(() => app.stop())

describe('the support bundle', () => {
  it('holds what a bug report needs', async () => {
    const { status, body } = await app.call(getSupportBundle)
    expect(status).toBe(200)
    expect(body.process).toMatchObject({ halyard: APP_VERSION, electron: null, node: process.versions.node })
    expect(body.instance).toMatchObject({ writable: true, failure: null, ready: null })
    // a server counts rows by its own estimate, and may not know of the last events
    expect(body.database?.tables).toContainEqual(
      expect.objectContaining({ name: expect.stringMatching(/^(events|role_permissions)$/) as unknown }),
    )
    expect(body.files.length).toBeGreaterThan(0)
    expect(
      body.settings.find(({ key }) => key === 'email.password' || key === 'emailPassword'),
    ).toMatchObject({
      source: 'environment',
      isSecret: true,
      value: null,
    })
    expect(body.doctor.length).toBeGreaterThan(0)
    expect(body.doctor.filter((one) => one.startsWith('problem'))).toEqual([])
    expect(body.log.join('\n')).toContain('a database failed')
    // the request for the bundle itself is under way
    expect(body.instance.work.join()).toContain('bug report')
  })

  it('holds no token, password or other secret of the instance', async () => {
    const { text } = await app.call(getSupportBundle)
    for (const hidden of [PASSWORD, secret, WEBHOOK, 'bundle-secret-2', 'admin-secret', 'backend-secret'])
      expect(text).not.toContain(hidden)
  })

  it('is for Admins', async () => {
    expect((await app.call(getSupportBundle, { as: 'vi' })).status).toBe(403)
    expect((await app.call(getSupportBundle, { token: null })).status).toBe(401)
  })

  it('names the version of package.json', () => {
    const file = new URL('../../../package.json', import.meta.url)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: APP_VERSION })
  })
})
