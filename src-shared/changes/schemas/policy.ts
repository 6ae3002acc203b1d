import { z } from 'zod'

import { FEW, Line, Name, Prose } from '../../schemas/bounded.ts'
import { Instant } from '../../schemas/scalars.ts'

/** The most policies of an instance. */
export const MAX_POLICIES = FEW
/** Days of the log that a dry run looks at, at most and by default. */
export const MAX_DRY_RUN_DAYS = 90
const WEEK = 7

/** Judged where it is written (`problemOfPattern`): windows need not begin with the engine of patterns. */
const Pattern = Line.min(1)
const TimeOfDay = Name.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:30')
const TimeZone = Name.min(1).refine(isTimeZone, 'is no time zone, such as Europe/Oslo or UTC')

/** Checks a name of a time zone. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A flag that goes on is on for few at first. */
const FirstRollout = z.strictObject({
  kind: z.literal('first-rollout'),
  /** Percentage that the largest strategy may have. */
  atMost: z.number().min(0).max(100),
  /** Include strategies with constraints, segments or named users: they are for a part of the users anyway. */
  alsoNarrow: z.boolean().optional(),
})
/** A flag that is on has a tag. */
const TagRequired = z.strictObject({
  kind: z.literal('tag-required'),
  type: Name.min(1),
  /** Values that count; absent: any. */
  pattern: Pattern.optional(),
})
const DescriptionRequired = z.strictObject({ kind: z.literal('description-required') })
const NamePattern = z.strictObject({ kind: z.literal('name-pattern'), pattern: Pattern })
/** Flags have one of these types: those that are expected to end, as a rule. */
const TypesAllowed = z.strictObject({
  kind: z.literal('types-allowed'),
  types: z.array(Name.min(1)).min(1).max(FEW),
})
/** Constraints are on context fields that are defined. */
const KnownFields = z.strictObject({ kind: z.literal('known-fields') })
/** Changes in an environment are made at some times of the week. */
const ChangeWindow = z.strictObject({
  kind: z.literal('change-window'),
  /** Days of the week, 1 is Monday. */
  days: z.array(z.int().min(1).max(WEEK)).min(1).max(WEEK),
  from: TimeOfDay,
  to: TimeOfDay,
  timeZone: TimeZone,
})

const PolicyRule = z.discriminatedUnion('kind', [
  FirstRollout,
  TagRequired,
  DescriptionRequired,
  NamePattern,
  TypesAllowed,
  KnownFields,
  ChangeWindow,
])
export type PolicyRule = z.output<typeof PolicyRule>

/** Rules that look at a flag in its environments; the others look at the flag itself. */
export const OF_ENVIRONMENTS: readonly PolicyRule['kind'][] = [
  'first-rollout',
  'tag-required',
  'known-fields',
  'change-window',
]

const content = {
  description: Prose.optional(),
  rule: PolicyRule,
  /** Absent: all projects. */
  project: Name.min(1).optional(),
  /** Absent: all environments. */
  environment: Name.min(1).optional(),
  /** Type of the environments, such as `production`. */
  environmentType: Name.min(1).optional(),
  effect: z.enum(['warn', 'refuse']),
  enabled: z.boolean().optional(),
}

const fitting = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape, z.core.$strict>) =>
  schema.superRefine((value, context) => {
    const one = value as { rule: PolicyRule; environment?: string; environmentType?: string }
    for (const field of ['environment', 'environmentType'] as const)
      if (one[field] !== undefined && !OF_ENVIRONMENTS.includes(one.rule.kind))
        context.addIssue({
          code: 'custom',
          path: [field],
          message: 'cannot be given: the rule is of the flag itself',
          input: one[field],
        })
    if (one.rule.kind === 'change-window' && one.rule.from >= one.rule.to)
      context.addIssue({
        code: 'custom',
        path: ['rule', 'to'],
        message: 'must be later than "from"',
        input: one.rule.to,
      })
  })

/** Policy whose name stands in the path. */
export const PolicyContent = fitting(z.strictObject(content)).meta({ id: 'policyContentSchema' })
export type PolicyContent = z.output<typeof PolicyContent>

/** Policy as it is written (ADR 84). */
export const PolicyInput = fitting(z.strictObject({ name: Name.min(1), ...content })).meta({
  id: 'policyInputSchema',
})
export type PolicyInput = z.output<typeof PolicyInput>

export const Policy = z
  .object({
    ...content,
    name: z.string(),
    enabled: z.boolean(),
    createdBy: z.string(),
    createdAt: Instant,
  })
  .meta({ id: 'policySchema' })
export type Policy = z.output<typeof Policy>

/** A flag in a state, or a change at a time, that a policy does not allow; or a result that an expectation does not. */
export const Violation = z
  .object({
    /** Policy that it is of; absent: it is of an expectation. */
    policy: z.string().optional(),
    expectation: z.string().optional(),
    effect: z.enum(['warn', 'refuse']),
    flag: z.string(),
    project: z.string(),
    environment: z.string().nullable(),
    /** Says what is so, and what would pass. */
    message: z.string(),
    /** Field that decides it. */
    path: z.string(),
    /** Reasons of the result that an expectation does not allow, the decisive one first. */
    explanation: z.array(z.string()).optional(),
  })
  .meta({ id: 'policyViolationSchema' })
export type Violation = z.output<typeof Violation>

/** A change of the past, with what a policy would have said. */
const JudgedChange = z.object({
  event: z.int(),
  type: z.string(),
  createdAt: Instant,
  createdBy: z.string(),
  violations: z.array(Violation),
})

/** Answer of a dry run. */
export const PolicyDryRun = z
  .object({
    /** Writes that were looked at, and those that would have been stopped. */
    changes: z.int(),
    stopped: z.int(),
    /** Some of those stopped, newest first. */
    examples: z.array(JudgedChange),
    since: Instant,
    /** Time down to which the log was read, if that is later than `since`. */
    reachedTo: Instant.nullable(),
    /** Flags whose state the log does not hold. */
    unknown: z.int(),
  })
  .meta({ id: 'policyDryRunSchema' })
export type PolicyDryRun = z.output<typeof PolicyDryRun>
