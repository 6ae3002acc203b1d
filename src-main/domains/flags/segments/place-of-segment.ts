import type { Place } from '#shared/access/rules/index.ts'
import type { MutationContext, QueryContext } from '#kernel/use-case.ts'
import { noSuchProject } from './segment-rules.ts'
import { requireSegment } from './segments.store.ts'

/**
 * Returns the place where the permission is required: the project of the stored segment, whatever the body
 * says (docs/contract/access.md#permission-of-each-operation).
 */
export async function placeOfSegment(
  { visible }: QueryContext,
  { params }: { params: { id: number } },
): Promise<Place> {
  const { project } = await requireSegment(visible, params.id)
  return project === null ? {} : { project }
}

/**
 * Requires the permission to change a segment of this project. A segment of all projects belongs to the
 * instance: UPDATE_PROJECT_SEGMENT in a project does not suffice.
 */
export function demandForSegment(
  context: MutationContext,
  permission: 'CREATE_SEGMENT' | 'UPDATE_SEGMENT' | 'DELETE_SEGMENT',
  project: string | null,
): void {
  if (project === null) return context.demand({ anyOf: [permission] })
  const anyOf = [permission, 'UPDATE_PROJECT_SEGMENT'] as const
  // a hidden project counts as unknown for callers who have the permission in all projects
  if (context.hidden.has(project) && context.may({ anyOf }).allowed) throw noSuchProject(project)
  context.demand({ anyOf, project })
}
