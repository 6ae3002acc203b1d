import type { Schema } from './schema.ts'

/** Tables of which the directory of rights is made. */
export const ACCESS_TABLES = [
  'roles',
  'role_permissions',
  'user_roles',
  'groups',
  'group_users',
  'group_roles',
  // their mode; the events that the directory reads too are those of deleted projects
  'projects',
] as const

/** Tables that a Halyard keeps copies of in memory, and the event log. Others are told when one changes. */
export const FOLLOWED_TABLES = [
  'events',
  'expectations',
  ...ACCESS_TABLES,
  'api_tokens',
  'api_token_projects',
  'personal_access_tokens',
  'settings',
  'signal_endpoints',
  'signal_endpoint_tokens',
  'signal_sender_secrets',
  'listeners',
  'traffic',
  'judged_calls',
  'policies',
] as const satisfies readonly (keyof Schema)[]

export type FollowedTable = (typeof FOLLOWED_TABLES)[number]

/** Tables that have changed; `any`: some may have, as notifications were lost. */
export type ChangedTables = ReadonlySet<FollowedTable> | 'any'

/** Other processes on the same database (ADR 41). The embedded engine has none. */
export interface Peers {
  /**
   * Tells of each commit that changed a followed table, of this process too, from now on. Begins with `any`. Resolves
   * when it is under way; returns the function that ends it.
   */
  follow(changed: (tables: ChangedTables) => void): Promise<() => void>
  /**
   * Runs work while no other process runs any of the same name. Returns undefined, and does not run it, if one does.
   * Within a process it does not keep calls apart.
   */
  alone<T>(name: string, work: () => Promise<T>): Promise<T | undefined>
  /** Runs work of which one process at a time runs some, after the others'. */
  inTurn<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Counts the processes that use the database, this one included. */
  count(): Promise<number>
  /** Resolves if the database answers; rejects with the error of the store if not. */
  ping(): Promise<void>
}

/** Others of an engine whose database has one process. */
export const NO_PEERS: Peers = {
  follow: async () => () => undefined,
  alone: (_name, work) => work(),
  inTurn: (_name, work) => work(),
  count: async () => 1,
  ping: async () => undefined,
}
