import { getInactiveUsers as operation } from '#shared/access/contract/users.ts'
import type { InactiveUser } from '#shared/access/schemas/user-admin.ts'
import { mapInSteps } from '#kernel/in-steps.ts'
import { query } from '#kernel/use-case.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { readInactive, type InactivePerson } from '../../records/user-admin/inactive-users.ts'

export const getInactiveUsers = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  query(operation, async (context) => ({
    version: 1 as const,
    inactiveUsers: await mapInSteps(await readInactive(context, personalTokens), toInactiveUser),
  }))

function toInactiveUser(person: InactivePerson): InactiveUser {
  const { id, name, username, email, seenAt, createdAt, patSeenAt } = person
  return {
    id,
    ...(name === null ? {} : { name }),
    ...(username === null ? {} : { username }),
    ...(email === null ? {} : { email }),
    seenAt,
    createdAt,
    patSeenAt,
  }
}
