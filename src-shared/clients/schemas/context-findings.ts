import { z } from 'zod'

import { Instant, InstantInput } from '../../schemas/scalars.ts'
import { Line, Name } from '../../schemas/bounded.ts'

/** The most findings of one answer. */
export const MAX_FINDINGS = 500
/** The most names of one list: fields of an environment, applications. */
export const MAX_SEEN_FIELDS = 1000
export const MAX_SEEN_APPLICATIONS = 200
/** The most flags that one finding names. */
export const MAX_NAMED_FLAGS = 20

/** Rules by which contexts are examined. */
export const ContextRuleId = z.enum([
  'sticky-random',
  'sticky-off',
  'variant-random',
  'placeholder-id',
  'object-text',
  'email-id',
  'illegal-value',
  'absent-field',
  'unused-field',
])
export type ContextRuleId = z.output<typeof ContextRuleId>

export const FindingSeverity = z.enum(['problem', 'warning', 'info'])
export type FindingSeverity = z.output<typeof FindingSeverity>

/** Contexts from which a finding is drawn. */
const Evidence = z.object({
  /** Contexts for which it holds, each once. */
  contexts: z.int(),
  /** Contexts that were examined for it. */
  of: z.int(),
  /** Requests with these contexts. */
  requests: z.int(),
  /** When the first of them was seen. For a missing field: since when none had it. */
  since: Instant,
  lastSeen: Instant,
})

export const ContextFinding = z.object({
  rule: ContextRuleId,
  severity: FindingSeverity,
  /** null: contexts that name no application. Absent: every application. */
  application: z.string().nullable().optional(),
  environment: z.string(),
  field: z.string(),
  /** Flags that it concerns, the first of them by name. */
  flags: z.array(z.object({ project: z.string(), name: z.string() })),
  flagCount: z.int(),
  message: z.string(),
  evidence: Evidence,
  /** Values that were seen; for holders of READ_LOGS alone. */
  values: z.array(z.string()),
  /** Next step. */
  change: z.string(),
  /** The line to change, in the language of the SDK that the application reported. */
  code: z.object({ sdk: z.string(), line: z.string() }).optional(),
  /** The way it was found, and a fact that would make it wrong. */
  drawnFrom: z.string(),
  wrongIf: z.string(),
})
export type ContextFinding = z.output<typeof ContextFinding>

/** Known facts about the contexts of an environment. */
export const SeenEnvironment = z.object({
  environment: z.string(),
  /** Contexts that programs sent; those of the playground do not count. */
  contexts: z.int(),
  /** From then on, every context that came is known; null: there is no such time. */
  completeSince: Instant.nullable(),
  /** Contexts since then. */
  contextsSince: z.int(),
  fields: z.array(z.object({ name: z.string(), contexts: z.int(), lastSeen: Instant })),
  /** True if there are more fields than are listed. */
  hasMoreFields: z.boolean(),
  /** Applications whose SDK evaluates by itself: it sends no contexts. */
  evaluateThemselves: z.array(z.string()),
  /** True if a token of such SDKs was used: there may be more of them. */
  isPolled: z.boolean(),
})
export type SeenEnvironment = z.output<typeof SeenEnvironment>

/** Contexts of an application in an environment. */
export const SeenApplication = z.object({
  /** null: contexts that name none. */
  application: z.string().nullable(),
  environment: z.string(),
  /** SDK as it names itself; null: it did not. */
  sdk: z.string().nullable(),
  contexts: z.int(),
  requests: z.int(),
  since: Instant,
  lastSeen: Instant,
  evaluatesItself: z.boolean(),
  /** False: it is not among the applications, as it has never registered; it is known by its contexts only. */
  registered: z.boolean(),
})
export type SeenApplication = z.output<typeof SeenApplication>

export const ContextFindings = z
  .object({
    /** False: no contexts are kept, so nothing is found. */
    enabled: z.boolean(),
    retentionDays: z.int(),
    /** True if other Halyards share the database: each knows the contexts that came to itself, and says nothing of missing fields. */
    isPartial: z.boolean(),
    environments: z.array(SeenEnvironment),
    applications: z.array(SeenApplication),
    /** True if there are more applications, flags or contexts than were examined. */
    isSampled: z.boolean(),
    findings: z.array(ContextFinding),
    /** Findings that are left out, the least severe ones. */
    omitted: z.int(),
  })
  .meta({ id: 'contextFindingsSchema' })
export type ContextFindings = z.output<typeof ContextFindings>

export const ContextFindingsQuery = z.object({
  application: Name.optional(),
  environment: Name.optional(),
  project: Name.optional(),
  flag: Line.optional(),
  since: InstantInput.optional(),
})
export type ContextFindingsQuery = z.output<typeof ContextFindingsQuery>
