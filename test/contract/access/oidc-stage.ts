import { expect } from 'vitest'

import type { LoginEvent } from '#shared/access/schemas/login-history.ts'
import type { SignInOptions } from '#shared/access/schemas/single-sign-on.ts'
import { CLIENT, startFaultyProvider, type ProviderFault } from '#support/stand-ins/faulty-provider.ts'
import { startBackend, type Answer } from '#support/service/start-backend.ts'

export const SETTINGS = '/api/admin/auth/oidc/settings'
export const HOST = 'localhost:4242'
export const cookieOf = ({ headers }: Answer) => String(headers['set-cookie'] ?? '').split(';')[0] ?? ''

export type OidcStage = Awaited<ReturnType<typeof startOidcStage>>

/** Starts an instance with the user Ann, and a provider that answers as a test wants. */
export async function startOidcStage() {
  const provider = await startFaultyProvider()
  const app = await startBackend({
    env: {
      HALYARD_BASE_URL: `http://${HOST}`,
      UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1',
      UNLEASH_DEFAULT_ADMIN_PASSWORD: 'correct horse',
    },
    rateLimits: { perMinute: {} },
    users: [
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'gatekeeper', permissions: [{ permission: 'UPDATE_AUTH_CONFIGURATION' }], atRoot: true },
    ],
  })
  await app.call('POST', '/api/admin/user-admin', {
    body: { email: 'ann@corp.example', name: 'Ann', rootRole: 1 },
  })

  const settingsNow = () => ({
    enabled: true,
    discoverUrl: `${provider.url}/.well-known/openid-configuration`,
    clientId: CLIENT.id,
    secret: CLIENT.secret,
  })
  const save = (settings: object) => app.call('POST', SETTINGS, { body: { ...settingsNow(), ...settings } })
  const open = (path: string, cookie?: string) =>
    app.call('GET', path, {
      token: null,
      headers: { host: HOST, ...(cookie === undefined ? {} : { cookie }) },
    })

  /** Begins a sign-in as a browser does, with its cookies; the provider gets to know its nonce. */
  async function begin(cookies?: string) {
    const answer = await open('/auth/oidc/login', cookies)
    const location = new URL(String(answer.headers['location']))
    provider.nonce = location.searchParams.get('nonce') ?? ''
    const state = location.searchParams.get('state') ?? ''
    return { answer, location, state, cookie: cookieOf(answer) }
  }

  const comeBack = (query: Record<string, string>, cookie?: string) =>
    open(`/auth/oidc/callback?${String(new URLSearchParams(query))}`, cookie)

  /** Signs in, with a provider that answers as said. */
  async function signIn(falsehood: ProviderFault = {}, cookies?: string) {
    provider.next(falsehood)
    const { state, cookie } = await begin(cookies)
    return comeBack({ code: 'c', state }, cookie)
  }

  const lastLogin = async () => {
    const { body } = await app.call('GET', '/api/admin/logins?limit=1')
    return (body as { events: LoginEvent[] }).events[0]
  }

  /** Expects the browser back at the sign-in page with the reason, without session, and the reason in the history. */
  async function expectRejected(answer: Answer, reason: RegExp) {
    expect(answer.status).toBe(302)
    expect(answer.headers['set-cookie']).toBeUndefined()
    const reference = /^\/\?sign-in-failed=(v1\.[\w.-]+)$/.exec(String(answer.headers['location']))?.[1] ?? ''
    const options = (await open(`/auth/options?failure=${reference}`)).body as SignInOptions
    expect(options.failure).toMatch(reason)
    const entry = await lastLogin()
    expect(entry).toMatchObject({ auth_type: 'oidc', successful: false })
    expect(entry?.failure_reason).toMatch(reason)
  }

  /** Returns the user whose session a browser got. */
  const userOf = async (answer: Answer) =>
    (
      (await app.call('GET', '/api/admin/user', { token: null, headers: { cookie: cookieOf(answer) } }))
        .body as { user?: { id: number; email: string } }
    ).user

  return {
    app,
    provider,
    settingsNow,
    save,
    open,
    begin,
    comeBack,
    signIn,
    lastLogin,
    expectRejected,
    userOf,
    /** Clears what the last test said, and saves the settings that work. */
    reset: async () => {
      provider.next({})
      expect((await save({})).status).toBe(200)
    },
    stop: async () => {
      await app.stop()
      await provider.stop()
    },
  }
}
