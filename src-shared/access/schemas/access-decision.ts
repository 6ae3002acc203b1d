import { z } from 'zod'

import { PERMISSIONS, type Permission } from '../permissions/index.ts'
import { Name } from '../../schemas/bounded.ts'

export const PermissionName = z.enum(PERMISSIONS.map((one) => one.name) as [Permission, ...Permission[]])

const place = { project: z.string().optional(), environment: z.string().optional() }

/** A decision as the API shows it: the same value that a 403 carries (ADR 0012). */
export const AccessDecision = z
  .object({
    allowed: z.boolean(),
    needed: z.object({ anyOf: z.array(z.string()), orRole: z.int().optional(), ...place }),
    reasons: z.array(
      z.object({
        role: z.object({ id: z.int(), name: z.string() }),
        via: z.union([
          z.object({ kind: z.literal('direct') }),
          z.object({ kind: z.enum(['group', 'group-root-role']), id: z.int(), name: z.string() }),
        ]),
        project: z.string().optional(),
        verdict: z.enum(['grants', 'admin', 'lacks-permission', 'other-project', 'other-environment']),
      }),
    ),
    smallestGrant: z.object({ permission: z.string(), ...place }).optional(),
    /** The decision as sentences, one per role considered, and what would help. */
    explanation: z.array(z.string()),
  })
  .meta({ id: 'accessDecisionSchema' })
export type AccessDecision = z.output<typeof AccessDecision>

/** Question: an operation of the contract or a permission, and its place. */
const question = {
  operationId: Name.min(1).optional(),
  permission: PermissionName.optional(),
  project: Name.min(1).optional(),
  environment: Name.min(1).optional(),
}

export const SimulateAccess = z.object({ userId: z.int(), ...question }).meta({ id: 'simulateAccessSchema' })
export const WhoCan = z.object(question).meta({ id: 'whoCanSchema' })
export type AccessQuestion = z.output<typeof WhoCan>

/** A person or a service account, as far as naming it goes. */
export const NamedUser = z
  .object({
    id: z.int(),
    name: z.string(),
    username: z.string().optional(),
    email: z.string().optional(),
    accountType: z.enum(['User', 'Service Account']),
  })
  .meta({ id: 'namedUserSchema' })
export type NamedUser = z.output<typeof NamedUser>

export const WhoCanAnswer = z
  .object({
    needed: AccessDecision.shape.needed,
    users: z.array(NamedUser.extend({ reasons: AccessDecision.shape.reasons })),
    /** Number of all users. */
    total: z.int(),
  })
  .meta({ id: 'whoCanAnswerSchema' })
