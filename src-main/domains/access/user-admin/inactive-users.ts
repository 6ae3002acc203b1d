import { personOf, type Actor } from '#kernel/caller.ts'
import { inSteps } from '#runtime/in-steps.ts'
import type { Queries } from '#store/queries.ts'
import type { PersonalTokenDirectory } from '../personal-tokens/personal-token-directory.ts'
import { readPeople, type Person } from './people.read-model.ts'

/** Time after which a user counts as inactive (docs/contract/access.md#users). */
const INACTIVE_AFTER_DAYS = 180
const DAY_MS = 86_400_000

export interface InactivePerson extends Person {
  /** Time when a personal access token of the person was last used. */
  patSeenAt: string | null
}

/**
 * Lists people who have neither signed in nor used a personal access token for 180 days. For people who never
 * did, the time counts from their creation. The caller is left out as active: the window's own Admin never
 * signs in.
 */
export async function readInactive(
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
