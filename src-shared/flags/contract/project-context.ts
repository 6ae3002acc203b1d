import { z } from 'zod'

import {
  ContextField,
  CreateContextField,
  LegalValue,
  ListedContextField,
  UpdateContextField,
  ValidateContextField,
} from '../schemas/context-field.ts'
import { SegmentStrategy } from '../schemas/segment.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'
import { PathPart } from '../../schemas/bounded.ts'

const CONTEXT = '/api/admin/projects/:projectId/context'
const FieldParams = ProjectParams.extend({ contextField: PathPart })
const shared = { tag: 'Context', lifecycle: { since: '7.2.0' } } as const

export const getContextFieldsForProject = operation({
  ...shared,
  operationId: 'getContextFieldsForProject',
  method: 'GET',
  path: CONTEXT,
  summary: 'Lists the context fields of a project, optionally with those of the instance',
  access: audienceOnly,
  place: inProject,
  params: ProjectParams,
  query: z.object({ include: z.enum(['root']).optional() }),
  responses: { 200: z.array(ListedContextField) },
})

export const createContextFieldForProject = operation({
  ...shared,
  operationId: 'createContextFieldForProject',
  method: 'POST',
  path: CONTEXT,
  summary: 'Creates a context field in a project',
  access: needs(['CREATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT']),
  place: inProject,
  params: ProjectParams,
  body: CreateContextField,
  responses: { 201: ContextField },
  location: ({ name }) => `context/${name}`,
  errors: [404, 409],
})

export const validateContextFieldNameForProject = operation({
  ...shared,
  operationId: 'validateContextFieldNameForProject',
  method: 'POST',
  path: `${CONTEXT}/validate`,
  summary: 'Validates the name of a new context field of a project',
  access: needs(['CREATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT']),
  place: inProject,
  params: ProjectParams,
  body: ValidateContextField,
  responses: { 200: null },
  errors: [409],
})

export const getContextFieldForProject = operation({
  ...shared,
  operationId: 'getContextFieldForProject',
  method: 'GET',
  path: `${CONTEXT}/:contextField`,
  summary: 'Returns a context field of a project',
  access: audienceOnly,
  place: inProject,
  params: FieldParams,
  responses: { 200: ContextField },
  errors: [404],
})

export const updateContextFieldForProject = operation({
  ...shared,
  operationId: 'updateContextFieldForProject',
  method: 'PUT',
  path: `${CONTEXT}/:contextField`,
  summary: "Replaces a project's context field; omitted fields return to their defaults",
  access: needs(['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT']),
  place: inProject,
  params: FieldParams,
  body: UpdateContextField,
  responses: { 200: null },
  errors: [404],
})

export const deleteContextFieldForProject = operation({
  ...shared,
  operationId: 'deleteContextFieldForProject',
  method: 'DELETE',
  path: `${CONTEXT}/:contextField`,
  summary: "Deletes a project's context field that no strategy uses",
  access: needs(['DELETE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT']),
  place: inProject,
  params: FieldParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [404, 409],
})

export const updateContextFieldLegalValueForProject = operation({
  ...shared,
  operationId: 'updateContextFieldLegalValueForProject',
  method: 'POST',
  path: `${CONTEXT}/:contextField/legal-values`,
  summary: "Adds or changes a legal value of a project's context field",
  access: needs(['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT']),
  place: inProject,
  params: FieldParams,
  body: LegalValue,
  responses: { 200: null },
  errors: [404],
})

export const deleteContextFieldLegalValueForProject = operation({
  ...shared,
  operationId: 'deleteContextFieldLegalValueForProject',
  method: 'DELETE',
  path: `${CONTEXT}/:contextField/legal-values/:legalValue`,
  summary: "Removes a legal value from a project's context field",
  access: needs(['UPDATE_CONTEXT_FIELD', 'UPDATE_PROJECT_CONTEXT']),
  place: inProject,
  params: FieldParams.extend({ legalValue: PathPart }),
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
})

export const getStrategiesByContextFieldForProject = operation({
  ...shared,
  operationId: 'getStrategiesByContextFieldForProject',
  method: 'GET',
  path: `${CONTEXT}/:contextField/strategies`,
  summary: 'Lists the strategies of a project whose constraints use a context field',
  access: audienceOnly,
  place: inProject,
  params: FieldParams,
  responses: { 200: z.object({ strategies: z.array(SegmentStrategy) }) },
})
