import type { Flight } from '#runtime/in-flight.ts'

/** The system's own deeds, and the admin token's, have numbers no user can have (docs/contract/http.md#identifiers). */
export const SYSTEM_USER_ID = -1337
export const ADMIN_TOKEN_USER_ID = -42

/** Scope of an API token: one environment of some projects. */
export interface TokenScope {
  environment: string
  /** Project ids; `*` alone for all. */
  projects: readonly string[]
}

/** User, token or system that makes a request. */
export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'user'; id: number; username: string; name?: string; email?: string }
  | { kind: 'admin-token'; id: typeof ADMIN_TOKEN_USER_ID; username: string }
  | ({
      kind: 'backend-token' | 'frontend-token'
      username: string
      /** Hash of the secret: names the token, and opens nothing. */
      tokenHash?: string
    } & TokenScope)
  | {
      kind: 'signal-token'
      username: string
      tokenId: number
      endpointId: number
      /** Absent: it presented the token. */
      proof?: 'signature' | 'standard-webhooks'
      /** Id of the delivery, where the sender signed it with the body. */
      signedId?: string
    }
  | { kind: 'scim-token'; username: string }
  | { kind: 'system'; id: typeof SYSTEM_USER_ID; username: string }

/** Caller of one request: its identity and origin, and the id in its log lines and errors. */
export interface Caller {
  actor: Actor
  requestId: string
  ip?: string
  /** True if the address may stand for many clients. Absent: it is that of one. */
  sharesAddress?: true
  /** True if a trusted proxy got the request over https. Absent: it came over http, or nobody said. */
  isSecure?: true
  /** Cookie by which a browser is known again that has signed in before. It opens nothing. */
  knownBrowser?: string
  /** Our port that received the request. */
  port?: number
  /** User-Agent header that the caller's program sent. */
  userAgent?: string
  /**
   * Environment that an SDK names, which it could before version 7. It counts if the token covers all
   * environments.
   */
  environment?: string
  /**
   * Contract version of the port that received the request. For information, not for decisions (ADR 0019).
   * Absent for requests without a port, such as the window's; they use the instance's version.
   */
  contract?: string
  /** Stored id of the caller's session. */
  session?: string
  /** Checks whether the caller's credentials still prove the same caller. Absent: no credentials. */
  isStillValid?: () => Promise<boolean>
  /** Name of the agent that acts for the actor; empty: it did not say. Absent: no agent does. */
  agent?: string
  /** Reason for which the caller asks for an exception from policies (ADR 84). Absent: none. */
  policyException?: string
  /** Count of the bytes that the request holds in memory. Absent: nobody counts them. */
  flight?: Flight
  /** The Admin who looks at the instance as `actor` does, and may change nothing meanwhile (view-as.ts). */
  viewer?: Actor
}

/**
 * Actor behind a request, as found from the credentials. `presented`: the request has credentials, valid or
 * not.
 */
export interface Identity {
  actor: Actor
  presented: boolean
  /** Stored id of the session, if a session identifies the caller. */
  session?: string
}

/** Checks whether a call comes from the desktop window, or a command on the data folder: their user owns this machine. */
export const isOfThisMachine = ({ port, ip }: Caller): boolean => port === undefined && ip === undefined

export const SYSTEM: Actor = { kind: 'system', id: SYSTEM_USER_ID, username: 'unleash_system_user' }

/** Checks that two actors are the same one, with the same reach; names may differ. */
export function isSameActor(a: Actor, b: Actor): boolean {
  return identityOf(a) === identityOf(b)
}

const identityOf = (actor: Actor) =>
  JSON.stringify([
    actor.kind,
    'id' in actor ? actor.id : null,
    'tokenId' in actor ? actor.tokenId : null,
    'environment' in actor ? [actor.environment, actor.projects] : null,
  ])

/** The id that events name as their author; tokens of SDKs have none. */
export function userIdOf(actor: Actor): number {
  return 'id' in actor ? actor.id : SYSTEM_USER_ID
}

/** The person who acts; undefined for tokens and the system: these have no favourites, no name to be greeted by. */
export function personOf(actor: Actor): number | undefined {
  return actor.kind === 'user' ? actor.id : undefined
}

/** The name of an author in the event log. What an agent did for somebody is marked. */
export function authorOf(actor: Actor, { agent }: Pick<Caller, 'agent'>): string {
  if (agent === undefined) return nameOf(actor)
  return `${nameOf(actor)} (${agent === '' ? 'agent' : `agent ${agent}`})`
}

/** The name that events give their author: user name, else e-mail, else a word for it. */
export function nameOf(actor: Actor): string {
  return actor.kind === 'anonymous' ? 'unknown' : actor.username
}
