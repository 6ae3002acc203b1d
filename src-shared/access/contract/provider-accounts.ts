import { z } from 'zod'

import { needs } from '#shared/contract-engine/access.ts'
import { operation } from '#shared/contract-engine/operation.ts'
import { integerParam } from '#shared/schemas/scalars.ts'
import { SSO_INTEGRATIONS } from '../schemas/single-sign-on.ts'

/** Halyard’s own: the service it is compatible with has no such operations. */
const shared = {
  tag: 'Users',
  everywhere: true,
  path: '/api/admin/user-admin/:id/provider-accounts',
  access: needs('ADMIN'),
  params: z.object({ id: integerParam('id') }),
} as const

/** Accounts at identity providers that belong to a user, newest first. */
const ProviderAccounts = z
  .object({
    accounts: z.array(
      z.object({
        integration: z.enum(SSO_INTEGRATIONS),
        /** Issuer of ID tokens, or entity id of the SAML provider. */
        issuer: z.string(),
        /** Id of the account there: `sub`, or a persistent name id. */
        subject: z.string(),
        linkedAt: z.string(),
      }),
    ),
  })
  .meta({ id: 'providerAccountsSchema' })

export const getProviderAccounts = operation({
  ...shared,
  operationId: 'getProviderAccounts',
  method: 'GET',
  summary: 'Lists the accounts at identity providers that a user signs in with',
  responses: { 200: ProviderAccounts },
  errors: [400, 404],
})

export const forgetProviderAccounts = operation({
  ...shared,
  operationId: 'forgetProviderAccounts',
  method: 'DELETE',
  summary: 'Removes the accounts at identity providers that a user signs in with',
  description:
    'The next sign-in finds the user by e-mail address again. For a user whose account at the provider was created anew.',
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})
