import type { RetentionOf } from './retention-rules.ts'

/** The table of contexts that flags were evaluated for (migration 0007); put together with the others in schema.ts. */
type Instant = string
type Json = string

export interface SeenContextsTable {
  /** A hash of environment and context, a colon, the projects: each is kept once. */
  id: string
  environment: string
  /** Projects whose flags were requested. `["*"]`: all projects. */
  projects: Json
  context: Json
  count: number
  first_seen: Instant
  last_seen: Instant
}

export interface SeenContextSchema {
  seen_contexts: SeenContextsTable
}

export const SEEN_CONTEXT_RETENTION: RetentionOf<SeenContextSchema> = {
  seen_contexts: {
    rule: 'bounded',
    file: 'domains/clients/seen-contexts/seen-contexts.ts',
    how: 'limits.seenContexts of each environment, and seven days',
  },
}
