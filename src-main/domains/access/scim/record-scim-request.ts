import type { ScimAccess } from '#domains/access/scim/scim-access.ts'
import type { Clock } from '#kernel/clock.ts'
import type { HttpExchange } from '#kernel/http-exchange.ts'

/** Records a successful request of the identity provider. Errors are recorded with their text in route-options.ts. */
export function recordScimRequest(
  scim: ScimAccess,
  { operation, request, status }: HttpExchange,
  clock: Clock,
): void {
  if (operation?.audience !== 'scim' || status >= 400) return
  const path = request.url.split('?', 1)[0] ?? ''
  scim.note({ at: clock.now().toISOString(), method: request.method, path, status })
}
