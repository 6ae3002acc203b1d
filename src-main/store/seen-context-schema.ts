import type { RetentionOf } from './retention-rules.ts'

/** The tables of contexts that flags were evaluated for (migrations 0007 and 0043); put together with the others in schema.ts. */
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
  /** Kind of request that brought it: `all-flags`, `one-flag`, `playground` or `unknown`. */
  origin: string
  /** SDK that sent it last, as it names itself. */
  sdk: string | null
}

/** Time until which contexts of an environment may be missing. */
export interface SeenContextGapsTable {
  environment: string
  last_gap: Instant
}

export interface SeenContextSchema {
  seen_contexts: SeenContextsTable
  seen_context_gaps: SeenContextGapsTable
}

export const SEEN_CONTEXT_RETENTION: RetentionOf<SeenContextSchema> = {
  seen_contexts: {
    rule: 'bounded',
    file: 'domains/clients/seen-contexts/seen-contexts.ts',
    how: 'limits.seenContexts of each environment, and seven days',
  },
  seen_context_gaps: {
    rule: 'bounded',
    file: 'domains/clients/seen-contexts/seen-contexts.ts',
    how: 'one row for each environment',
  },
}
