import { detail } from '#shared/errors/error-table.ts'
import { AppError } from '#kernel/app-error.ts'
import { toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { findFeature } from '#domains/flags/features/features.store.ts'
import type { ChangeRequestDetails, StoredChange, StoredChangeRequest } from './change-request.ts'
import type { ChangePlace } from '../change-kinds/change-kind.ts'
import { kindOf } from '../change-kinds/change-kinds.ts'

type RequestScope = Pick<StoredChangeRequest, 'project' | 'environment'>

export const placeOf = (
  { project, environment }: RequestScope,
  feature: string | null | undefined,
): ChangePlace => ({
  projectId: project,
  environment,
  featureName: feature ?? '',
})

/** Reason that a flag cannot be changed as things are. */
export async function findFlagConflict(
  queries: Queries,
  project: string,
  name: string,
): Promise<string | undefined> {
  const flag = await findFeature(queries, name)
  if (!flag) return 'The flag no longer exists.'
  if (flag.archivedAt !== null) return 'The flag is archived.'
  return flag.project === project ? undefined : `The flag has been moved to the project "${flag.project}".`
}

/** Reason that a change cannot be made as things are: its object is gone, or has changed. */
export async function findConflict(
  queries: Queries,
  place: RequestScope,
  { change, snapshot }: Pick<StoredChange, 'change' | 'snapshot'>,
): Promise<string | undefined> {
  const kind = kindOf(change)
  if (!kind.find) return undefined
  const now = await kind.find(queries, placeOf(place, change.feature), change)
  if (now === undefined) return `The ${kind.noun} no longer exists.`
  return toJson(now) === snapshot ? undefined : `The ${kind.noun} has been changed since.`
}

/** All that stands in the way of a request, each with what it is about. */
export async function findConflicts(queries: Queries, request: ChangeRequestDetails): Promise<string[]> {
  const found: string[] = []
  const flags = new Set(request.changes.flatMap(({ change }) => change.feature ?? []))
  for (const flag of flags) {
    const conflict = await findFlagConflict(queries, request.project, flag)
    if (conflict) found.push(`${flag}: ${conflict}`)
  }
  for (const stored of request.changes) {
    const { feature, action } = stored.change
    const conflict = await findConflict(queries, request, stored)
    if (conflict) found.push(`${feature ? `${feature}, ` : ''}${action}: ${conflict}`)
  }
  return found
}

/** A request is applied as it was reviewed, or not at all: 409, naming all that stands in the way. */
export async function requireNoConflicts(queries: Queries, request: ChangeRequestDetails): Promise<void> {
  const conflicts = await findConflicts(queries, request)
  if (conflicts.length === 0) return
  throw new AppError('ConflictError', `The change request has conflicts. ${conflicts.join(' ')}`, {
    details: conflicts.map((text) => detail(text)),
  })
}
