import { validateProject as validate } from '../../../../../src-shared/projects/contract/project-lifecycle.ts'
import { query } from '../../../../kernel/use-case.ts'
import { requireFreeId } from '../../records/project-lifecycle/room-for-project.ts'

/** Whether an id can be used: 200 with nothing, or why not. */
export const validateProject = query(validate, async (context, { body }) => {
  await requireFreeId(context, context.everything, body.id)
})
