import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/context.ts'
import { changeContextField, removeContextField } from '../context/change-context-field.ts'
import { putLegalValue, removeLegalValue } from '../context/change-legal-values.ts'
import { withDefaults } from '../context/context-fields.store.ts'
import { readStrategiesUsingField } from '../context/context-usage.read-model.ts'
import { defineContextField } from '../context/define-context-field.ts'
import { listContextFields } from '../context/list-context-fields.ts'
import {
  requireContextField,
  requireFreeFieldName,
  requireReadableField,
} from '../context/require-context-field.ts'

/**
 * The fields of the instance; those of projects too, when asked for (recorded exchanges context-fields/list and
 * context-fields/list-with-include-project).
 */
export const getContextFields = query(contract.getContextFields, ({ visible }, { query: { include } }) =>
  listContextFields(visible, ({ project }) => include === 'project' || project === undefined),
)

export const createContextField = mutation(contract.createContextField, (context, { body }) =>
  defineContextField(context, body),
)

/** Checks whether a name is free for a new context field. */
export const validateContextFieldName = query(contract.validateContextFieldName, ({ everything }, { body }) =>
  requireFreeFieldName(everything, body.name),
)

export const getContextField = query(contract.getContextField, ({ visible }, { params: { contextField } }) =>
  requireReadableField(visible, contextField),
)

/** Replaces a field; what is not sent goes back to its default (docs/contract/flags.md#context-fields). */
export const updateContextField = mutation(contract.updateContextField, async (context, { params, body }) => {
  const before = await requireContextField(context.visible, params.contextField)
  await changeContextField(context, before, withDefaults(body))
})

export const deleteContextField = mutation(
  contract.deleteContextField,
  async (context, { params: { contextField } }) =>
    removeContextField(context, await requireContextField(context.visible, contextField)),
)

export const updateContextFieldLegalValue = mutation(
  contract.updateContextFieldLegalValue,
  async (context, { params, body }) =>
    putLegalValue(context, await requireContextField(context.visible, params.contextField), body),
)

export const deleteContextFieldLegalValue = mutation(
  contract.deleteContextFieldLegalValue,
  async (context, { params }) =>
    removeLegalValue(
      context,
      await requireContextField(context.visible, params.contextField),
      params.legalValue,
    ),
)

/** The strategies whose constraints use a field, defined or not (recorded exchange context-fields/strategies-using). */
export const getStrategiesByContextField = query(
  contract.getStrategiesByContextField,
  async ({ visible }, { params: { contextField } }) => ({
    strategies: await readStrategiesUsingField(visible, contextField),
  }),
)
