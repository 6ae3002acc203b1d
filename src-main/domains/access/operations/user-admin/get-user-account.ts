import { getUserAccount as operation } from '#shared/access/contract/users.ts'
import { query } from '#kernel/use-case.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { requirePerson } from '../../records/users/require-person.ts'

/** Reads a user's access and where it comes from, for the page of that user. */
export const getUserAccount = ({
  access,
  personalTokens,
}: {
  access: AccessDirectory
  personalTokens: PersonalTokenDirectory
}) =>
  query(operation, async ({ queries }, { params: { id } }) => {
    const user = await requirePerson(queries, id)
    return {
      grants: access.grantsOf(id).map(({ role, via, project }) => ({
        role,
        via,
        ...(project === undefined ? {} : { project }),
      })),
      personalTokens: personalTokens.of(id).length,
      hasPassword: user.passwordHash !== null,
    }
  })
