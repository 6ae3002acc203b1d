import { startBackend, type Answer, type TestBackend } from './start-backend.ts'
import { getUsers, createUser } from '#shared/access/contract/users.ts'
import { login } from '#shared/access/contract/sessions.ts'
import { createPat } from '#shared/access/contract/personal-tokens.ts'

export const USERS = '/api/admin/user-admin'

export interface MadeUser {
  id: number
  inviteLink: string
}

/** The first message of a refusal. */
export const messageOf = ({ body }: Answer) =>
  (body as { details: { message: string }[] }).details[0]?.message

/** The session that an answer begins. */
export const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] ?? ''

/** An instance with an Admin, a Viewer and a member of a project, and shorthand for what tests do with users. */
export async function startUsers() {
  const app = await startBackend({
    rateLimits: { perMinute: {} },
    users: [
      { username: 'anna', roles: ['Admin'] },
      { username: 'viewer', roles: ['Viewer'] },
      { username: 'member', roles: ['Editor', 'Member'] },
    ],
  })
  const list = async () => {
    const { body } = await app.call(getUsers)
    return body.users
  }
  const signIn = (username: string, password: string) =>
    app.call(login, { token: null, body: { username, password } })

  return {
    app,
    list,
    signIn,
    make: async (body: object) => (await app.call(createUser, { body: { rootRole: 3, ...body } })).body,
    /** The number of a user; NaN for one who is not there. */
    idOf: async (username: string) =>
      (await list()).find((user) => user.username === username)?.id ?? Number.NaN,
    /** A personal access token of a user whose password is `abc`. */
    makeToken: async (username: string) => {
      const cookie = cookieOf(await signIn(username, 'abc'))
      const { body } = await app.call(createPat, {
        token: null,
        headers: { cookie },
        body: { description: username, expiresAt: '2099-01-01T00:00:00.000Z' },
      })
      return body.secret
    },
  }
}

export type UserStage = Awaited<ReturnType<typeof startUsers>>

/** Puts a service account into the store, named `robot`. */
export async function addTestServiceAccount({ backend, clock }: TestBackend): Promise<void> {
  await backend.store.queries
    .insertInto('users')
    .values({
      name: 'A robot',
      username: 'robot',
      email: null,
      password_hash: null,
      login_attempts: 0,
      created_at: clock.now().toISOString(),
      seen_at: null,
      kind: 'service-account',
    })
    .execute()
}
