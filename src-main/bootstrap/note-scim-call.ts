import type { ScimAccess } from '../domains/access/records/scim/scim-access.ts'
import type { Clock } from '../kernel/clock.ts'
import type { NotedCall } from '../kernel/noted-call.ts'

/** Keeps a request of the identity provider that succeeded; errors come with their text by the door (doors.ts). */
export function noteScimCall(
  scim: ScimAccess,
  { operation, request, status }: NotedCall,
  clock: Clock,
): void {
  if (operation?.audience !== 'scim' || status >= 400) return
  const path = request.url.split('?', 1)[0] ?? ''
  scim.note({ at: clock.now().toISOString(), method: request.method, path, status })
}
