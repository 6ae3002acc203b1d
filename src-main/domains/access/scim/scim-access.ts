import { createHash, timingSafeEqual } from 'node:crypto'

import { AppError } from '#kernel/app-error.ts'
import type { Actor } from '#kernel/caller.ts'
import type { Clock } from '#kernel/clock.ts'
import type { HttpExchange } from '#kernel/request-watch.ts'
import { OwnChanges } from '#runtime/own-changes.ts'
import type { ScimRequest } from '#shared/access/schemas/scim.ts'
import type { Queries } from '#store/queries.ts'
import { readSetting } from '#store/setting-rows.ts'

import type { StoredUser } from '../users/user.ts'

export const SCIM_SETTING = 'scim'

/** Start of every SCIM token: it tells the token's kind to readers of a configuration. */
export const SCIM_TOKEN_PREFIX = 'scim:'

export interface ScimSetting {
  enabled: boolean
  /** SHA-256 of the token, in hex; null: there is none. */
  tokenHash: string | null
}

const OFF: ScimSetting = { enabled: false, tokenHash: null }
/** Number of requests that the page of provisioning lists. */
const MAX_REQUESTS = 50
const MAX_TEXT = 300

const ACTOR: Actor = { kind: 'scim-token', username: 'SCIM' }

export const hashScimToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** State of SCIM in memory: each of its requests asks for it. */
export class ScimAccess {
  #setting = OFF
  #requests: ScimRequest[] = []
  readonly #changes = new OwnChanges()

  get setting(): ScimSetting {
    return this.#setting
  }

  /** Latest requests since the start, newest first. */
  get requests(): readonly ScimRequest[] {
    return this.#requests
  }

  async load(queries: Queries): Promise<void> {
    await this.#changes.readAgain(
      () => readScimSetting(queries),
      (setting) => (this.#setting = setting),
    )
  }

  set(setting: ScimSetting): void {
    this.#changes.make(() => (this.#setting = setting))
  }

  /** Finds the actor behind a token, in constant time. Undefined: it is not the token of SCIM. */
  authenticate(token: string): Actor | undefined {
    const { tokenHash } = this.#setting
    if (tokenHash === null) return undefined
    const presented = Buffer.from(hashScimToken(token), 'hex')
    return timingSafeEqual(presented, Buffer.from(tokenHash, 'hex')) ? ACTOR : undefined
  }

  /** Admits the identity provider while SCIM is on. Throws 401 for another token, 403 while it is off. */
  admit(actor: Actor): Actor {
    if (actor.kind !== 'scim-token')
      throw new AppError(
        'UnauthorizedError',
        'SCIM needs the token that Settings > Provisioning creates, as "Authorization: Bearer <token>".',
      )
    if (!this.#setting.enabled)
      throw new AppError('ForbiddenError', 'SCIM is off. An Admin can turn it on in Settings > Provisioning.')
    return actor
  }

  /** Keeps a request for the page of provisioning: without its query, which may name a person. */
  note(request: ScimRequest): void {
    const { path, detail } = request
    const kept = {
      ...request,
      path: path.slice(0, MAX_TEXT),
      ...(detail === undefined ? {} : { detail: detail.slice(0, MAX_TEXT) }),
    }
    this.#requests = [kept, ...this.#requests].slice(0, MAX_REQUESTS)
  }
}

export async function readScimSetting(queries: Queries): Promise<ScimSetting> {
  return (await readSetting<ScimSetting>(queries, SCIM_SETTING)) ?? OFF
}

/** Records a successful request of the identity provider. Errors are recorded by scim-route.ts. */
export function recordScimRequest(
  scim: ScimAccess,
  { operation, request, status }: HttpExchange,
  clock: Clock,
): void {
  if (operation?.audience !== 'scim' || status >= 400) return
  const path = request.url.split('?', 1)[0] ?? ''
  scim.note({ at: clock.now().toISOString(), method: request.method, path, status })
}

/** Rejects changes by hand of users whom SCIM manages, while it is on (docs/contract/access.md#scim-managed). */
export function requireUnmanaged(
  { setting }: ScimAccess,
  ...users: readonly Pick<StoredUser, 'scimId'>[]
): void {
  if (setting.enabled && users.some(({ scimId }) => scimId !== null))
    throw new AppError(
      'ForbiddenError',
      'This user is managed by your SCIM provider and cannot be changed manually',
    )
}
