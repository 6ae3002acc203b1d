import { z } from 'zod'
import { ALL, Content, Name } from '../../schemas/bounded.ts'

/**
 * The operators a constraint may use, in the order of the contract (recorded exchange
 * strategies/bad-constraint-operator); the last three are Halyard's reach to v8.
 */
export const OPERATORS = [
  'NOT_IN',
  'IN',
  'STR_ENDS_WITH',
  'STR_STARTS_WITH',
  'STR_CONTAINS',
  'NUM_EQ',
  'NUM_GT',
  'NUM_GTE',
  'NUM_LT',
  'NUM_LTE',
  'DATE_AFTER',
  'DATE_BEFORE',
  'SEMVER_EQ',
  'SEMVER_GT',
  'SEMVER_LT',
  'SEMVER_GTE',
  'SEMVER_LTE',
  'REGEX',
  'IN_CIDR',
] as const
export type Operator = (typeof OPERATORS)[number]

/**
 * A constraint as sent: which of `value` and `values` counts depends on the operator
 * (docs/contract/flags.md#constraints).
 */
export const ConstraintInput = z
  .strictObject({
    contextName: Name,
    operator: z.enum(OPERATORS),
    values: z.array(Content).max(ALL).optional(),
    value: Content.optional(),
    inverted: z.boolean().optional(),
    caseInsensitive: z.boolean().optional(),
  })
  .meta({ id: 'constraintSchema' })

export type Constraint = z.output<typeof ConstraintInput> & { values: string[] }

export const Constraint = ConstraintInput.extend({ values: z.array(z.string()) }).meta({
  id: 'storedConstraintSchema',
})
