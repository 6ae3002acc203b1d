import { z } from 'zod'

import { definitionOf, type Permission } from '../../access/permissions/index.ts'
import { PermissionName } from '../../access/schemas/access-decision.ts'
import { EVALUATION_REASONS } from '../../flags/evaluation/index.ts'
import { ALL, FEW, Name } from '../../schemas/bounded.ts'
import { Instant } from '../../schemas/scalars.ts'
import { SentContext } from './result-changes.ts'

/** The most expectations of an instance. */
export const MAX_EXPECTATIONS = ALL
/** The most characters of one expectation: 100 contexts of some fields. */
const MAX_CHARACTERS = 5000

/** Longest part of a path, encoded. */
const MAX_PATH_PART = 1000

/** Checks that a name can stand in a path, where operations have it. */
function fitsPath(name: string): boolean {
  try {
    return encodeURIComponent(name).length <= MAX_PATH_PART
  } catch {
    // half of a character
    return false
  }
}

/** Result that a flag is to have. */
const ExpectedResult = z.strictObject({
  enabled: z.boolean(),
  /** Name of the variant; `disabled`: none, as SDKs name it. */
  variant: Name.min(1).optional(),
  reason: z.enum(EVALUATION_REASONS).optional(),
  /** Percentage of the users with this result. Absent: all. */
  share: z.number().min(0).max(100).optional(),
  /** Percentage points by which the share may differ; default: 5. */
  tolerance: z.number().min(0).max(100).optional(),
})
export type ExpectedResult = z.output<typeof ExpectedResult>

/** Users that are made up, numbered from 1: `user-1`. */
const GeneratedUsers = z.strictObject({
  count: z.int().min(1).max(ALL),
  /** Field that has the number; default: userId. */
  field: Name.min(1).optional(),
  /** Further fields, the same for all. */
  context: SentContext.optional(),
})

/** Holder of a permission: one of these. */
const Holder = z
  .strictObject({
    /** Username or email, of a user or a service account. */
    user: Name.min(1).optional(),
    group: Name.min(1).optional(),
    role: Name.min(1).optional(),
  })
  .refine((holder) => Object.keys(holder).length === 1, 'name one of user, group and role')

/** Result of a flag, or permission of somebody, that is to be so. */
const fields = {
  /** Unique name. Absent: the flag or the holder, its place and its context. */
  name: Name.min(1).refine(fitsPath, 'is too long for a path, or is no text').optional(),
  flag: Name.min(1).optional(),
  /** Contexts that all have the result; default: one without fields. */
  contexts: z.array(SentContext).min(1).max(FEW).optional(),
  users: GeneratedUsers.optional(),
  expect: ExpectedResult.optional(),
  access: Holder.optional(),
  permission: PermissionName.optional(),
  allowed: z.boolean().optional(),
  /** Place of the permission. */
  project: Name.min(1).optional(),
  /** Environment of the flag, or of the permission. */
  environment: Name.min(1).optional(),
  /** Answer to a write after which the flag has the result no more (ADR 87). Absent: it is saved. */
  gate: z.enum(['warn', 'refuse']).optional(),
}

type Fields = z.output<z.ZodObject<typeof fields>>

const FLAG_FIELDS = ['flag', 'contexts', 'users', 'expect', 'gate'] as const
const ACCESS_FIELDS = ['access', 'permission', 'allowed', 'project'] as const

type Issue = [field: keyof typeof fields | readonly ['expect', 'share' | 'tolerance'], message: string]

/** Lists what does not fit together in an expectation. */
function issuesOf(one: Fields): Issue[] {
  if (JSON.stringify(one).length > MAX_CHARACTERS)
    return [['contexts', `must have at most ${MAX_CHARACTERS} characters together`]]
  if (one.flag === undefined && one.access === undefined)
    return [['flag', 'is required, or "access" for a permission']]
  return one.flag === undefined ? issuesOfAccess(one) : issuesOfFlag(one)
}

function issuesOfFlag(one: Fields): Issue[] {
  const issues: Issue[] = ACCESS_FIELDS.filter((name) => one[name] !== undefined).map((name) => [
    name,
    'cannot be given with "flag"',
  ])
  if (one.environment === undefined) issues.push(['environment', 'is required'])
  if (one.expect === undefined) issues.push(['expect', 'is required'])
  if (one.users && one.contexts) issues.push(['contexts', 'cannot be given with "users"'])
  if (one.users) return issues
  for (const name of ['share', 'tolerance'] as const)
    if (one.expect?.[name] !== undefined) issues.push([['expect', name], 'needs "users"'])
  return issues
}

function issuesOfAccess(one: Fields): Issue[] {
  const issues: Issue[] = FLAG_FIELDS.filter((name) => one[name] !== undefined).map((name) => [
    name,
    'cannot be given with "access"',
  ])
  if (one.allowed === undefined) issues.push(['allowed', 'is required'])
  if (one.permission === undefined) return [...issues, ['permission', 'is required']]
  const { scope } = definitionOf(one.permission)
  if (scope !== 'root' && one.project === undefined) issues.push(['project', 'is required'])
  if (scope === 'environment' && one.environment === undefined) issues.push(['environment', 'is required'])
  return issues
}

const checked = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape, z.core.$strict>) =>
  schema.superRefine((one, context) => {
    for (const [field, message] of issuesOf(one))
      context.addIssue({
        code: 'custom',
        path: typeof field === 'string' ? [field] : [...field],
        message,
        input: one,
      })
  })

/** Expectation as it is written: of the result of a flag, or of a permission (ADR 82). */
export const ExpectationInput = checked(z.strictObject(fields)).meta({ id: 'expectationInputSchema' })
export type ExpectationInput = z.output<typeof ExpectationInput>

const { name: _name, ...content } = fields
/** Expectation whose name stands in the path. */
export const ExpectationContent = checked(z.strictObject(content)).meta({ id: 'expectationContentSchema' })
export type ExpectationContent = z.output<typeof ExpectationContent>

/** Expectation of an instance. */
export const Expectation = z
  .object({ ...fields, name: z.string(), createdBy: z.string(), createdAt: Instant })
  .meta({ id: 'expectationSchema' })
export type Expectation = z.output<typeof Expectation>

/** Expectation of a flag, with what every such one has. */
export type FlagExpectation = ExpectationContent &
  Required<Pick<ExpectationContent, 'flag' | 'environment' | 'expect'>>
/** Expectation of a permission. */
export type AccessExpectation = ExpectationContent & {
  permission: Permission
} & Required<Pick<ExpectationContent, 'access' | 'allowed'>>

/** Checks that an expectation is of a flag; it is of a permission otherwise. */
export const isOfFlag = (one: ExpectationContent): one is FlagExpectation => one.flag !== undefined

/** Number of contexts that an expectation evaluates. */
export const contextsOf = ({ users, contexts }: Pick<ExpectationContent, 'users' | 'contexts'>): number =>
  users?.count ?? contexts?.length ?? 1

/** Expectation as it came out. */
export const ExpectationResult = z
  .object({
    name: z.string(),
    flag: z.string().optional(),
    environment: z.string().optional(),
    gate: fields.gate,
    passed: z.boolean(),
    /** Says what was expected, and what is. */
    message: z.string(),
    /** Reasons of a failure, the decisive one first. Empty: it passed, or it is one of many that failed. */
    explanation: z.array(z.string()),
    /** First context whose result differs; absent: none, or a share of users. */
    context: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'expectationResultSchema' })
export type ExpectationResult = z.output<typeof ExpectationResult>

export const ExpectationRun = z
  .object({ passed: z.int(), failed: z.int(), results: z.array(ExpectationResult) })
  .meta({ id: 'expectationRunSchema' })
export type ExpectationRun = z.output<typeof ExpectationRun>
