import {
  deleteInactiveUsers as remove,
  getInactiveUsers as operation,
} from '../../../../../src-shared/contract/users.ts'
import type { InactiveUser } from '../../../../../src-shared/schemas/user-admin.ts'
import { badData } from '../../../../kernel/app-error.ts'
import { mutation, query } from '../../../../kernel/use-case.ts'
import { requireAdminLeft } from '../../records/access/require-admin-left.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import type { PersonalTokenDirectory } from '../../records/personal-tokens/personal-token-directory.ts'
import { displayNameOf, toUser } from '../../records/users/user.ts'
import { deletePerson } from './delete-user.use-case.ts'
import { readInactive, type InactivePerson } from '../../records/user-admin/inactive-users.ts'
import { readPeople } from '../../records/user-admin/people.read-model.ts'

export const getInactiveUsers = (personalTokens: PersonalTokenDirectory) =>
  query(operation, async (context) => ({
    version: 1 as const,
    inactiveUsers: (await readInactive(context, personalTokens)).map(toInactiveUser),
  }))

/**
 * Deletes those who are inactive, all or none: who came back since the list was read is not deleted with the others.
 * Who is gone already is no error.
 */
export const deleteInactiveUsers = (access: AccessDirectory, personalTokens: PersonalTokenDirectory) =>
  mutation(remove, async (context, { body: { ids } }) => {
    const wanted = new Set(ids)
    const inactive = new Map(
      (await readInactive(context, personalTokens)).map((person) => [person.id, person] as const),
    )
    const active = (await readPeople(context.queries)).filter(({ id }) => wanted.has(id) && !inactive.has(id))
    if (active.length > 0)
      throw badData(`Not inactive: ${active.map(displayNameOf).join(', ')}. Nobody was deleted`, '/body/ids')
    const gone = [...inactive.values()].filter(({ id }) => wanted.has(id))
    for (const person of gone) await deletePerson(context, person, personalTokens)
    if (gone.length === 0) return
    await requireAdminLeft(context.queries)
    access.refreshAfter(context)
  })

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
