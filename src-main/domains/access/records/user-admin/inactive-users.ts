import { personOf, type Actor } from '../../../../kernel/caller.ts'
import type { Queries } from '../../../../store/queries.ts'
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
  { queries, now, caller }: { queries: Queries; now: Date; caller: { actor: Actor } },
  personalTokens: PersonalTokenDirectory,
): Promise<InactivePerson[]> {
  const before = new Date(now.getTime() - INACTIVE_AFTER_DAYS * DAY_MS).toISOString()
  const self = personOf(caller.actor)
  const people = await readPeople(queries)
  return people
    .filter(({ id }) => id !== self)
    .map((person) => ({ ...person, patSeenAt: lastOf(personalTokens.of(person.id)) }))
    .filter(({ seenAt, patSeenAt, createdAt }) => (latest([seenAt, patSeenAt]) ?? createdAt) < before)
}

const lastOf = (tokens: readonly { seenAt: string | null }[]) => latest(tokens.map(({ seenAt }) => seenAt))

/** Instants are written so that they sort as text. */
function latest(instants: readonly (string | null)[]): string | null {
  return instants.reduce((last, one) => (one !== null && (last === null || one > last) ? one : last), null)
}
