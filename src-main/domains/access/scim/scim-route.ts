import type { Identity } from '#kernel/caller.ts'
import { inOneText } from '#kernel/app-error.ts'
import type { RejectedRequest } from '#kernel/route.ts'
import { type AnyUseCase, served } from '#kernel/use-case.ts'
import { SCIM_TYPE } from '#shared/access/schemas/scim.ts'
import type { ScimAccess } from './scim-access.ts'

export interface ScimServices {
  scim: ScimAccess
  now: () => Date
}

/**
 * Serves an operation to identity providers: they come with a token of their own, want the media type of SCIM, and an Admin
 * sees what was refused to them.
 */
export const overScim =
  <Services, U extends AnyUseCase>(make: (services: Services) => U) =>
  (services: Services & ScimServices): U => {
    const { scim, now } = services
    return served<AnyUseCase>(make(services), {
      admit: ({ actor }: Identity) => scim.admit(actor),
      onRefused: ({ method, url, refusal }: RejectedRequest) =>
        scim.note({
          at: now().toISOString(),
          method,
          path: url.split('?', 1)[0] ?? '',
          status: refusal.status,
          detail: inOneText(refusal),
        }),
      headers: (resource: { meta?: { location: string } } | undefined) => ({
        ...(resource === undefined ? {} : { 'content-type': SCIM_TYPE }),
        ...(resource?.meta === undefined ? {} : { location: resource.meta.location }),
      }),
    }) as U
  }
