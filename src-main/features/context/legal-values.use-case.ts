import {
  deleteContextFieldLegalValue as remove,
  updateContextFieldLegalValue as put,
} from '../../../src-shared/contract/context.ts'
import { mutation } from '../../kernel/use-case.ts'
import { changeContextField } from './change-context-field.ts'
import { requireContextField } from './require-context-field.ts'

/** Adds a legal value, or gives one that is there another description (exchange 320). */
export const updateContextFieldLegalValue = mutation(put, async (context, { params, body }) => {
  const before = await requireContextField(context.queries, params.contextField)
  const isThere = before.legalValues.some((one) => one.value === body.value)
  const legalValues = isThere
    ? before.legalValues.map((one) => (one.value === body.value ? body : one))
    : [...before.legalValues, body]
  await changeContextField(context, before, { legalValues })
})

/** Takes a legal value off; one that is not there changes nothing (exchange 321). */
export const deleteContextFieldLegalValue = mutation(remove, async (context, { params }) => {
  const before = await requireContextField(context.queries, params.contextField)
  const legalValues = before.legalValues.filter((one) => one.value !== params.legalValue)
  if (legalValues.length < before.legalValues.length)
    await changeContextField(context, before, { legalValues })
})
