import { onFirstUse } from '#runtime/on-first-use.ts'

/** Loads the OpenID Connect client (ADR 29). */
export const openidClient = onFirstUse(
  'openid-client',
  'sign-in with OpenID Connect',
  () => import('openid-client'),
)
