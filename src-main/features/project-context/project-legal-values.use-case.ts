import {
  deleteContextFieldLegalValueForProject as remove,
  updateContextFieldLegalValueForProject as put,
} from '../../../src-shared/contract/project-context.ts'
import { mutation } from '../../kernel/use-case.ts'
import { putLegalValue, removeLegalValue, requireContextField } from '../context/index.ts'

export const updateContextFieldLegalValueForProject = mutation(put, async (context, { params, body }) => {
  const before = await requireContextField(context.visible, params.contextField, params.projectId)
  await putLegalValue(context, before, body)
})

export const deleteContextFieldLegalValueForProject = mutation(remove, async (context, { params }) => {
  const before = await requireContextField(context.visible, params.contextField, params.projectId)
  await removeLegalValue(context, before, params.legalValue)
})
