import { deleteInactiveUsers as remove } from '#shared/access/contract/users.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireAdminLeft } from '../../records/access/require-admin-left.ts'
import { requireUnmanaged } from '../../records/scim/require-unmanaged.ts'
import { displayNameOf } from '../../records/users/user.ts'
import { deletePerson, type DeletionServices } from '../../records/user-admin/delete-person.ts'
import { readInactive } from '../../records/user-admin/inactive-users.ts'
import { readPeople } from '../../records/user-admin/people.read-model.ts'

/**
 * Deletes those who are inactive, all or none: who came back since the list was read is not deleted with the others.
 * A user who is gone already is no error.
 */
export const deleteInactiveUsers = ({ access, personalTokens, scim }: DeletionServices) =>
  mutation(remove, async (context, { body: { ids } }) => {
    const wanted = new Set(ids)
    const inactive = new Map(
      (await readInactive(context, personalTokens)).map((person) => [person.id, person] as const),
    )
    const active = (await readPeople(context.queries)).filter(({ id }) => wanted.has(id) && !inactive.has(id))
    if (active.length > 0)
      throw badData(`Not inactive: ${active.map(displayNameOf).join(', ')}. Nobody was deleted`, '/body/ids')
    const gone = [...inactive.values()].filter(({ id }) => wanted.has(id))
    requireUnmanaged(scim, ...gone)
    for (const person of gone) await deletePerson(context, person, personalTokens)
    if (gone.length === 0) return
    await requireAdminLeft(context.queries)
    access.refreshAfter(context)
  })
