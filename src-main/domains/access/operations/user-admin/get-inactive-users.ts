import { getInactiveUsers as operation } from '../../../../../src-shared/access/contract/users.ts'
import type { InactiveUser } from '../../../../../src-shared/access/schemas/user-admin.ts'
import { query } from '../../../../kernel/use-case.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { toUser } from '../../records/users/user.ts'
import { readInactive, type InactivePerson } from '../../records/user-admin/inactive-users.ts'

export const getInactiveUsers = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  query(operation, async (context) => ({
    version: 1 as const,
    inactiveUsers: (await readInactive(context, personalTokens)).map(toInactiveUser),
  }))

function toInactiveUser(person: InactivePerson): InactiveUser {
  const { id, name, username, email, seenAt, createdAt } = toUser(person)
  return {
    id,
    ...(name === undefined ? {} : { name }),
    ...(username === undefined ? {} : { username }),
    ...(email === undefined ? {} : { email }),
    seenAt,
    createdAt,
    patSeenAt: person.patSeenAt,
  }
}
