import { insertSession } from '#domains/access/sessions/sessions.store.ts'
import type { Operation } from '#shared/contract/index.ts'
import { WriteAnswer } from '#shared/rpc/rpc-transformer.ts'
import { ADMIN, type TestBackend } from '#support/service/start-backend.ts'
import { pick, type Random } from './hostile.ts'
import type { FuzzRequest } from './request-maker.ts'
import { createPat } from '#shared/access/contract/personal-tokens.ts'
import { getMe } from '#shared/access/contract/sessions.ts'

export interface Identity {
  name: string
  headers: Record<string, string>
}

const LASTING = '2099-01-01T00:00:00.000Z'
/** Root roles by their ids. */
const PEOPLE = { admin: 1, editor: 2, viewer: 3 } as const
type Name = 'admin' | 'editor' | 'viewer' | 'pat' | 'admin token' | 'backend' | 'frontend' | 'signal' | 'scim'
const FOR: Record<FuzzRequest['audience'], readonly Name[]> = {
  admin: ['admin', 'admin', 'admin', 'editor', 'viewer', 'pat', 'pat', 'admin token'],
  window: ['admin', 'admin', 'editor', 'viewer'],
  client: ['backend'],
  frontend: ['frontend'],
  sdk: ['frontend', 'backend'],
  signal: ['signal'],
  scim: ['scim'],
  open: ['admin', 'backend'],
}

/** Callers of the requests. Callers that were deleted, signed out or revoked are created again. */
export class Identities {
  readonly #app: TestBackend
  readonly #random: Random
  readonly #alive = new Map<Name, Identity>()
  #made = 0

  constructor(app: TestBackend, random: Random) {
    this.#app = app
    this.#random = random
  }

  /** Picks a caller with the permission; one of thirty requests has no credentials, or wrong ones. */
  async for({ audience }: FuzzRequest): Promise<Identity> {
    if (this.#random() < 1 / 60) return { name: 'nobody', headers: {} }
    if (this.#random() < 1 / 60) return { name: 'garbage', headers: { authorization: '*:*.garbage' } }
    const name = pick(this.#random, FOR[audience])
    const identity = this.#alive.get(name) ?? (await this.#make(name))
    this.#alive.set(name, identity)
    return identity
  }

  /** Renews the caller's credentials after a 401. */
  forget({ name }: Identity): void {
    this.#alive.delete(name as Name)
  }

  /** Restores what most requests need: others delete environments, archive the project, close the instance. */
  async tend(): Promise<void> {
    const inProject = { params: { projectId: 'default' } }
    const restore: [string, object][] = [
      ['toggleMaintenance', { body: { enabled: false } }],
      ['createProject', { body: { id: 'default', name: 'Default' } }],
      ['reviveProject', inProject],
      ...['development', 'production'].flatMap((name): [string, object][] => [
        ['createEnvironment', { body: { name, type: name } }],
        ['toggleEnvironmentOn', { params: { name } }],
        ['addEnvironmentToProject', { ...inProject, body: { environment: name } }],
      ]),
      ...['flag-0', 'flag-1', 'flag-2'].map((name): [string, object] => [
        'createFeature',
        { ...inProject, body: { name } },
      ]),
    ]
    // each request gets 409 or a similar error if there is nothing to restore
    for (const [operationId, input] of restore) await this.asAdmin(operationId, input).catch(() => undefined)
  }

  /** Runs a procedure as the instance's first Admin, who always exists. */
  async asAdmin(operationId: string, input: object): Promise<unknown> {
    const { backend } = this.#app
    const caller = backend.appRouter.createCaller(await backend.windowContext()) as unknown
    for (const [name, procedure] of Object.entries(backend.appRouter._def.procedures)) {
      const { meta } = (procedure as unknown as { _def: { meta?: { operation: Operation } } })._def
      if (meta?.operation.operationId !== operationId) continue
      const run = name.split('.').reduce((at, key) => (at as Record<string, unknown>)[key], caller)
      const answer = await (run as (input: object) => Promise<unknown>)(input)
      return answer instanceof WriteAnswer ? answer.answer : answer
    }
    throw new Error(`no procedure runs ${operationId}`)
  }

  async #make(name: Name): Promise<Identity> {
    const label = `fuzz-${name.replace(' ', '-')}-${++this.#made}`
    switch (name) {
      case 'admin':
      case 'editor':
      case 'viewer':
        return { name, headers: { cookie: `unleash-session=${await this.#signedIn(label, PEOPLE[name])}` } }
      case 'pat': {
        const cookie = `unleash-session=${await this.#signedIn(label, PEOPLE.admin)}`
        const { body } = await this.#app.call(createPat, {
          token: null,
          headers: { cookie },
          body: { description: label, expiresAt: LASTING },
        })
        return { name, headers: { authorization: body.secret } }
      }
      case 'admin token': {
        const { status } = await this.#app.call(getMe, { token: ADMIN })
        // it can't be created again: admins have personal tokens
        return status === 401 ? this.#make('pat') : { name, headers: { authorization: ADMIN } }
      }
      case 'backend':
      case 'frontend': {
        await this.tend()
        const body = { tokenName: label, type: name, environment: 'development', projects: ['*'] }
        const { secret } = (await this.asAdmin('createApiToken', { body })) as { secret: string }
        return { name, headers: { authorization: secret } }
      }
      case 'scim': {
        await this.asAdmin('setScimSettings', { body: { enabled: true } })
        const { token } = (await this.asAdmin('generateNewToken', {})) as { token: string }
        return { name, headers: { authorization: `Bearer ${token}` } }
      }
      case 'signal': {
        const { id } = (await this.asAdmin('createSignalEndpoint', { body: { name: label } })) as {
          id: number
        }
        const made = await this.asAdmin('createSignalEndpointToken', {
          params: { signalEndpointId: String(id) },
          body: { name: label },
        })
        return { name, headers: { authorization: `Bearer ${(made as { token: string }).token}` } }
      }
    }
  }

  async #signedIn(username: string, rootRole: number): Promise<string> {
    const { id: userId } = (await this.asAdmin('createUser', {
      body: { username, rootRole, sendEmail: false },
    })) as {
      id: number
    }
    const { store } = this.#app.backend
    const createdAt = this.#app.clock.now().toISOString()
    await store.transaction((queries) =>
      insertSession(queries, { secret: username, userId, createdAt, expiresAt: LASTING }),
    )
    return username
  }
}
