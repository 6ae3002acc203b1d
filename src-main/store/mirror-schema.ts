import type { RetentionOf } from './retention-rules.ts'

/** Tables of what lies over flags, and of what an upstream has (migrations 0038 and 0039). */
type Instant = string
type Json = string

export interface OverridesTable {
  feature_name: string
  environment: string
  /** `everybody`, or a kind and a value. */
  audience: string
  enabled: boolean
  variant: Json | null
  /** Ends it; null: stays until it is removed. */
  until: Instant | null
  created_by: string
  created_at: Instant
}

/** Token of an upstream, named by a digest, and the last answer for it. */
export interface MirrorSourcesTable {
  id: string
  url: string
  environment: string
  projects: Json
  etag: string | null
  changed_at: Instant | null
  checked_at: Instant | null
}

export interface MirrorFlagsTable {
  source_id: string
  name: string
  /** Flag as the upstream sent it. */
  content: Json
}

export interface MirrorSchema {
  overrides: OverridesTable
  mirror_sources: MirrorSourcesTable
  mirror_flags: MirrorFlagsTable
}

export const MIRROR_RETENTION: RetentionOf<MirrorSchema> = {
  overrides: { rule: 'owned', parent: 'feature_environments' },
  mirror_sources: { rule: 'kept', because: 'one for each token of the settings' },
  mirror_flags: { rule: 'owned', parent: 'mirror_sources' },
}
