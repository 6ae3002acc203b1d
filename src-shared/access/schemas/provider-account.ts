import { z } from 'zod'

import { SSO_INTEGRATIONS } from './single-sign-on.ts'

/** Accounts at identity providers that belong to a user, newest first. */
export const ProviderAccounts = z
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
