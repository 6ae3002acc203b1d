import type { ListedAccount } from '../../../../src-shared/access/schemas/access-overview.ts'

/** What an account is called. */
export const whoIs = ({ userName, userEmail, userId }: ListedAccount): string =>
  userName ?? (userEmail || String(userId))
