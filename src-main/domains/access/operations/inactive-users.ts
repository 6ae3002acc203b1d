import { badData } from '#kernel/app-error.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/users.ts'
import type { InactiveUser } from '#shared/access/schemas/user-admin.ts'
import { requireAdminLeft } from '../roles/role-rules.ts'
import type { PersonalTokenDirectory } from '../personal-tokens/personal-token-directory.ts'
import { requireUnmanaged } from '../scim/scim-access.ts'
import { deletePerson, type DeletionServices } from '../user-admin/delete-person.ts'
import { readInactive, type InactivePerson } from '../user-admin/inactive-users.ts'
import { readPeople } from '../user-admin/people.read-model.ts'
import { displayNameOf } from '../users/user.ts'

export const getInactiveUsers = ({ personalTokens }: { personalTokens: PersonalTokenDirectory }) =>
  query(contract.getInactiveUsers, async (context) => ({
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

/**
 * Deletes those who are inactive, all or none: who came back since the list was read is not deleted with the others.
 * A user who is gone already is no error.
 */
export const deleteInactiveUsers = ({ access, personalTokens, scim }: DeletionServices) =>
  mutation(contract.deleteInactiveUsers, async (context, { body: { ids } }) => {
    const wanted = new Set(ids)
    const inactive = new Map(
      (await readInactive(context, personalTokens)).map((person) => [person.id, person] as const),
    )
    const active = (await readPeople(context.everything)).filter(
      ({ id }) => wanted.has(id) && !inactive.has(id),
    )
    if (active.length > 0)
      throw badData(`Not inactive: ${active.map(displayNameOf).join(', ')}. Nobody was deleted`, '/body/ids')
    const gone = [...inactive.values()].filter(({ id }) => wanted.has(id))
    requireUnmanaged(scim, ...gone)
    for (const person of gone) await deletePerson(context, person, personalTokens)
    if (gone.length === 0) return
    await requireAdminLeft(context.everything)
    access.refreshAfter(context)
  })
