import type { GroupSync } from '#shared/access/schemas/group-sync.ts'
import type { CommonSsoSettings } from '#shared/access/schemas/single-sign-on.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../access/access-directory.ts'
import { describeSync } from '../groups/describe-sync.ts'
import { readGroupNames } from '../groups/read-group-names.ts'
import { syncGroups } from '../groups/sync-groups.ts'
import type { StoredUser } from '../users/user.ts'

/** Sign-in whose claims can name groups. */
export interface GroupClaims {
  user: StoredUser
  /** ID token claims with those of the user info endpoint, or the attributes of a SAML assertion. */
  claims: unknown
  settings: CommonSsoSettings
}

/**
 * Syncs the user's groups with the claims of a sign-in, if the integration has group syncing on
 * (docs/contract/access.md#group-sync). Returns a record for the login history, or undefined if nothing was synced.
 */
export async function syncGroupsAtSignIn(
  context: MutationContext,
  access: AccessDirectory,
  { user, claims, settings }: GroupClaims,
): Promise<GroupSync | undefined> {
  const { enableGroupSyncing, groupJsonPath: path } = settings
  if (!enableGroupSyncing || !path) return undefined
  const read = await readGroupNames(claims, path)
  const changes = await syncGroups(context, access, { userId: user.id, externals: read.names })
  return describeSync(access.facts, { path, userId: user.id, read, changes })
}
