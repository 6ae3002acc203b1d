import type { Generated } from 'kysely'
import type { RetentionOf } from './retention-rules.ts'

/** The tables of remote instances (migrations 0013 and 0034); put together in schema.ts. */
type Instant = string
type Json = string

export interface RemotesTable {
  id: Generated<number>
  name: string
  url: string
  created_at: Instant
  /** Sealed terms of the connection. Null: the usual certificates and proxy. */
  connection: string | null
}

/** A pull is of a project or of a tag: the other one is empty text, so that all of it can be the key. */
export interface RemotePullsTable {
  remote_id: number
  from_environment: string
  from_project: string
  from_tag: string
  project: string
  environment: string
  /** State of the remote at the pull: each flag, by name. */
  base: Json
  flags: number
  pulled_at: Instant
}

export interface RemoteSchema {
  remotes: RemotesTable
  remote_pulls: RemotePullsTable
}

export const REMOTE_RETENTION: RetentionOf<RemoteSchema> = {
  remotes: { rule: 'kept', because: 'Admins create and delete them' },
  // one row for each source and target: the base of the next pull
  remote_pulls: { rule: 'owned', parent: 'remotes' },
}
