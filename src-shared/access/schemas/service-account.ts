import { z } from 'zod'

import { PersonalToken } from './personal-token.ts'
import { Role } from './role.ts'
import { Instant } from '../../schemas/scalars.ts'

/**
 * A program's user: no password, no session, acts through its tokens alone
 * (docs/contract/access.md#service-accounts).
 */
export const ServiceAccount = z
  .object({
    id: z.int(),
    name: z.string(),
    username: z.string(),
    rootRole: z.int(),
    imageUrl: z.string(),
    createdAt: Instant,
    /** Always null: each token has its own last use. */
    seenAt: z.null(),
    tokens: z.array(PersonalToken),
  })
  .meta({ id: 'serviceAccountSchema' })
export type ServiceAccount = z.output<typeof ServiceAccount>

export const ServiceAccounts = z
  .object({ serviceAccounts: z.array(ServiceAccount), rootRoles: z.array(Role) })
  .meta({ id: 'serviceAccountsSchema' })

const name = z.string().trim().min(1).max(255)

export const CreateServiceAccount = z
  .object({ name, username: name, rootRole: z.int() })
  .meta({ id: 'createServiceAccountSchema' })
export type CreateServiceAccount = z.output<typeof CreateServiceAccount>

export const UpdateServiceAccount = z
  .object({ name: name.optional(), rootRole: z.int().optional() })
  .meta({ id: 'updateServiceAccountSchema' })
export type UpdateServiceAccount = z.output<typeof UpdateServiceAccount>
