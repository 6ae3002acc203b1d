import { deleteScimUsers as ofScim } from '#shared/access/contract/users.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireAdminLeft } from '../../records/access/require-admin-left.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { deletePerson } from '../../records/user-admin/delete-person.ts'
import { readPeople } from '../../records/user-admin/people.read-model.ts'

/** Deletes all users whom SCIM manages, all or none. Nobody deletes themselves, nor the last Admin. */
export const deleteScimUsers = ({
  access,
  personalTokens,
}: {
  access: AccessDirectory
  personalTokens: PersonalTokenDirectory
}) =>
  mutation(ofScim, async (context) => {
    const managed = (await readPeople(context.queries)).filter(({ scimId }) => scimId !== null)
    if (managed.length === 0) return
    for (const person of managed) await deletePerson(context, person, personalTokens)
    await requireAdminLeft(context.queries)
    access.refreshAfter(context)
  })
