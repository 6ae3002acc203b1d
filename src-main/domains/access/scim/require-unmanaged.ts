import { AppError } from '#kernel/app-error.ts'
import type { StoredUser } from '../users/user.ts'
import type { ScimAccess } from './scim-access.ts'

/** Rejects changes by hand of users whom SCIM manages, while it is on (docs/contract/access.md#scim-managed). */
export function requireUnmanaged(
  { setting }: ScimAccess,
  ...users: readonly Pick<StoredUser, 'scimId'>[]
): void {
  if (setting.enabled && users.some(({ scimId }) => scimId !== null))
    throw new AppError(
      'ForbiddenError',
      'This user is managed by your SCIM provider and cannot be changed manually',
    )
}
