import { validateProject as validate } from '#shared/projects/contract/project-lifecycle.ts'
import { query } from '#kernel/use-case.ts'
import { requireFreeId } from '../../records/project-lifecycle/room-for-project.ts'

/** Checks whether a project id can be used. Responds 200 without a body, or with the error. */
export const validateProject = query(validate, async (context, { body }) => {
  await requireFreeId(context, context.everything, body.id)
})
