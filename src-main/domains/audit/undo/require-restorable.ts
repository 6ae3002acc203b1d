import { readProjectRoles } from '#domains/access/groups/groups.read-model.ts'
import { AppError } from '#kernel/app-error.ts'
import { labelOfType } from '#shared/audit/events/index.ts'
import type { Event } from '#shared/audit/schemas/event.ts'
import type { NamedEvent } from '#shared/audit/schemas/undo.ts'
import type { PartChange } from '#shared/audit/undo/index.ts'
import type { Queries } from '#store/queries.ts'

/** Throws where the reverse of a change would bring back less than there was, or take away more. */
export async function requireRestorable(
  queries: Queries,
  { path, before, after }: PartChange,
): Promise<void> {
  const [kind, name = '', part, environment] = path
  if (kind === 'group' && after === undefined) {
    const access = await readProjectRoles(queries, Number(name))
    if (access.length > 0) throw stillUsed(access.map((one) => one.project))
  }
  if (before !== undefined || after === undefined) return
  if (kind === 'environment') throw gone(`The environment "${name}"`)
  if (kind === 'project' && path.length === 2) throw gone(`The project "${name}"`)
  if (kind === 'project' && part === 'env' && path.length === 4)
    throw gone(`The environment "${environment}" of project "${name}"`)
}

const gone = (what: string) =>
  new AppError('ConflictError', `${what} was deleted with all that it had. Create it anew instead.`)

const stillUsed = (projects: readonly string[]) =>
  new AppError(
    'ConflictError',
    `Newer changes depend on this: the group has roles in projects (${projects.slice(0, 5).join(', ')}). Remove them first.`,
  )

/**
 * Turns the error of an operation that does the reverse into one of the undo. Missing permissions and change control
 * stay what they are; a request that does not fit the state of today is a conflict.
 */
export function asUndoError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.status === 403 || error.status === 409) return error
  const [first] = error.details
  const message = first?.message ?? error.message
  return new AppError('ConflictError', `This cannot be done any more: ${message}`, { cause: error })
}

/** Names an event for a list. */
export function toNamedEvent(event: Event): NamedEvent {
  const { id, type, createdAt, createdBy, createdByUserId, featureName, project, environment } = event
  const label = labelOfType(type)
  return { id, type, label, createdAt, createdBy, createdByUserId, featureName, project, environment }
}
