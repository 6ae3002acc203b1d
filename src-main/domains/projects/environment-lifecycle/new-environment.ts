import { AppError, exceedsLimit } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import { environmentExists } from '#domains/access/places/places.read-model.ts'
import { readEnvironments } from '../environments/environments.store.ts'

/** Names are unique over the instance: 409. */
export async function requireFreeName(queries: Queries, name: string): Promise<void> {
  if (await environmentExists(queries, name))
    throw new AppError('NameExistsError', `An environment with the name ${name} already exists.`)
}

/** Refuses one environment more than there may be (docs/contract/limits.md#limits). */
export async function requireRoomForEnvironment({ queries, limits }: MutationContext): Promise<void> {
  if ((await readEnvironments(queries)).length >= limits.environments)
    throw exceedsLimit('environment', limits.environments)
}

/** The place of a new environment for which none was said. */
export async function placeAfterLast(queries: Queries): Promise<number> {
  return ((await readEnvironments(queries)).at(-1)?.sortOrder ?? 0) + 1
}
