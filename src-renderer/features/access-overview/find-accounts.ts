import type { ListedAccount } from '../../../src-shared/schemas/access-overview.ts'

/** What an account is called. */
export const whoIs = ({ userName, userEmail, userId }: ListedAccount): string =>
  userName ?? (userEmail || String(userId))

/** The accounts of which something holds a text: name, address, root role, a group or a project. */
export function findAccounts(all: readonly ListedAccount[], text: string): ListedAccount[] {
  const wanted = text.trim().toLowerCase()
  return all.filter((one) =>
    [whoIs(one), one.userEmail, one.accountType, one.rootRole, ...one.groups, ...one.accessibleProjects]
      .join('\n')
      .toLowerCase()
      .includes(wanted),
  )
}
