import { requireActiveProject } from '#domains/projects/projects/projects.store.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/flags/contract/project-context.ts'
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
 * The fields of a project, and the instance's when asked for (recorded exchange context-fields/project-context-list).
 */
export const getContextFieldsForProject = query(
  contract.getContextFieldsForProject,
  ({ visible }, { params, query: { include } }) =>
    listContextFields(
      visible,
      ({ project }) => project === params.projectId || (include === 'root' && project === undefined),
    ),
)

/** Defines a field of a project (recorded exchange context-fields/project-context-create). */
export const createContextFieldForProject = mutation(
  contract.createContextFieldForProject,
  async (context, { params, body }) => {
    await requireActiveProject(context.everything, params.projectId)
    return defineContextField(context, body, params.projectId)
  },
)

export const validateContextFieldNameForProject = query(
  contract.validateContextFieldNameForProject,
  ({ everything }, { body }) => requireFreeFieldName(everything, body.name),
)

export const getContextFieldForProject = query(
  contract.getContextFieldForProject,
  ({ visible }, { params }) => requireReadableField(visible, params.contextField, params.projectId),
)

export const updateContextFieldForProject = mutation(
  contract.updateContextFieldForProject,
  async (context, { params, body }) => {
    const before = await requireContextField(context.visible, params.contextField, params.projectId)
    await changeContextField(context, before, withDefaults(body))
  },
)

export const deleteContextFieldForProject = mutation(
  contract.deleteContextFieldForProject,
  async (context, { params }) =>
    removeContextField(
      context,
      await requireContextField(context.visible, params.contextField, params.projectId),
    ),
)

export const updateContextFieldLegalValueForProject = mutation(
  contract.updateContextFieldLegalValueForProject,
  async (context, { params, body }) => {
    const before = await requireContextField(context.visible, params.contextField, params.projectId)
    await putLegalValue(context, before, body)
  },
)

export const deleteContextFieldLegalValueForProject = mutation(
  contract.deleteContextFieldLegalValueForProject,
  async (context, { params }) => {
    const before = await requireContextField(context.visible, params.contextField, params.projectId)
    await removeLegalValue(context, before, params.legalValue)
  },
)

/** Lists the strategies in a project that use a context field, the instance's or the project's own. */
export const getStrategiesByContextFieldForProject = query(
  contract.getStrategiesByContextFieldForProject,
  async ({ visible }, { params }) => ({
    strategies: await readStrategiesUsingField(visible, params.contextField, params.projectId),
  }),
)
