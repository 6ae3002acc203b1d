import type { ListedAccount } from '#shared/access/schemas/access-overview.ts'

/** Gets the display name of an account: the user name, else the email, else the ID. */
export const accountName = ({ userName, userEmail, userId }: ListedAccount): string =>
  userName ?? (userEmail || String(userId))
