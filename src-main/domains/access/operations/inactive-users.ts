import { badData } from '#kernel/app-error.ts'
import { mapInSteps, inSteps } from '#runtime/in-steps.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/users.ts'
import type { InactiveUser } from '#shared/access/schemas/user-admin.ts'
import { requireAdminLeft } from '../roles/role-rules.ts'
import type { PersonalTokenDirectory } from '../personal-tokens/personal-token-directory.ts'
import { requireUnmanaged } from '../scim/scim-access.ts'
import { deletePerson, type DeletionServices } from '../user-admin/delete-person.ts'
import { readPeople, type Person } from '../user-admin/people.read-model.ts'
import { displayNameOf } from '../users/user.ts'
import { personOf, type Actor } from '#kernel/caller.ts'
import type { Queries } from '#store/queries.ts'

/** Time after which a user counts as inactive (docs/contract/access.md#users). */
const INACTIVE_AFTER_DAYS = 180

const DAY_MS = 86_400_000

interface InactivePerson extends Person {
  /** Time when a personal access token of the person was last used. */
  patSeenAt: string | null
}

/**
 * Lists people who have neither signed in nor used a personal access token for 180 days. For people who never
 * did, the time counts from their creation. The caller is left out as active: the window's own Admin never
 * signs in.
 */
async function readInactive(
  { visible, now, caller }: { visible: Queries; now: Date; caller: { actor: Actor } },
  personalTokens: PersonalTokenDirectory,
): Promise<InactivePerson[]> {
  const before = new Date(now.getTime() - INACTIVE_AFTER_DAYS * DAY_MS).toISOString()
  const self = personOf(caller.actor)
  const uses = personalTokens.lastUses()
  const inactive: InactivePerson[] = []
  await inSteps(await readPeople(visible), (person) => {
    const patSeenAt = uses.get(person.id) ?? null
    if (person.id !== self && (latest(person.seenAt, patSeenAt) ?? person.createdAt) < before)
      inactive.push({ ...person, patSeenAt })
  })
  return inactive
}

/** Instants are written so that they sort as text. */
function latest(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}

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
