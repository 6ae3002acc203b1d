import type { ServiceAccount } from '#shared/access/schemas/service-account.ts'
import { toPersonalToken } from '../personal-tokens/personal-token.ts'
import type { PersonalTokenDirectory } from '../personal-tokens/personal-token-directory.ts'
import { imageUrlOf } from '../users/user.ts'
import type { StoredServiceAccount } from './service-accounts.store.ts'

/** A service account as the API answers it, with its tokens as they are in memory. */
export function toServiceAccount(
  account: StoredServiceAccount,
  directory: PersonalTokenDirectory,
): ServiceAccount {
  const { id, name, username, rootRole, createdAt } = account
  return {
    id,
    name,
    username,
    rootRole,
    imageUrl: imageUrlOf(account),
    createdAt,
    seenAt: null,
    tokens: directory.of(id).map(toPersonalToken),
  }
}

/** Builds the event data of a service account. */
export function toEventData({ id, name, username, rootRole }: StoredServiceAccount): Record<string, unknown> {
  return { id, name, username, rootRole }
}
