import { decide } from '#shared/access/rules/index.ts'
import type { Queries } from '#store/queries.ts'
import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { imageUrlOf, toActor, type StoredUser } from '#domains/access/users/user.ts'
import { readPeople } from './people.read-model.ts'

export async function readReviewers(
  queries: Queries,
  access: AccessDirectory,
  { project, environment }: { project: string; environment: string },
): Promise<StoredUser[]> {
  const needed = { anyOf: ['APPROVE_CHANGE_REQUEST'] as const, project, environment }
  return (await readPeople(queries)).filter((person) => {
    const subject = access.subjectOf(toActor(person))
    return subject !== undefined && decide(subject, needed).allowed
  })
}

/** Shows a person as a reviewer. */
export const toReviewer = (person: StoredUser) => ({
  id: person.id,
  name: person.name,
  email: person.email ?? '',
  username: person.username,
  imageUrl: imageUrlOf(person),
})
