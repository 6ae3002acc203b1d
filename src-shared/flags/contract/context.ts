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
import { PathPart } from '../../schemas/bounded.ts'

const tag = 'Context'
const CONTEXT = '/api/admin/context'
const FieldParams = z.object({ contextField: PathPart })

export const getContextFields = operation({
  operationId: 'getContextFields',
  method: 'GET',
  path: CONTEXT,
  tag,
  summary: 'Lists the context fields',
  access: audienceOnly,
  query: z.object({ include: z.enum(['project']).optional() }),
  responses: { 200: z.array(ListedContextField) },
  errors: [400],
  lifecycle: { since: '3.0.0' },
})

export const createContextField = operation({
  operationId: 'createContextField',
  method: 'POST',
  path: CONTEXT,
  tag,
  summary: 'Creates a context field',
  access: needs('CREATE_CONTEXT_FIELD'),
  body: CreateContextField,
  responses: { 201: ContextField },
  location: ({ name }) => `context/${name}`,
  errors: [409],
  lifecycle: { since: '3.0.0' },
})

export const validateContextFieldName = operation({
  operationId: 'validateContextFieldName',
  method: 'POST',
  path: `${CONTEXT}/validate`,
  tag,
  summary: 'Validates the name of a new context field',
  access: needs('CREATE_CONTEXT_FIELD'),
  body: ValidateContextField,
  responses: { 200: null },
  errors: [409],
  lifecycle: { since: '3.0.0' },
})

export const getContextField = operation({
  operationId: 'getContextField',
  method: 'GET',
  path: `${CONTEXT}/:contextField`,
  tag,
  summary: 'Returns a context field',
  access: audienceOnly,
  params: FieldParams,
  responses: { 200: ContextField },
  errors: [404],
  lifecycle: { since: '3.0.0' },
})

export const updateContextField = operation({
  operationId: 'updateContextField',
  method: 'PUT',
  path: `${CONTEXT}/:contextField`,
  tag,
  summary: 'Replaces a context field; omitted fields return to their defaults',
  access: needs('UPDATE_CONTEXT_FIELD'),
  params: FieldParams,
  body: UpdateContextField,
  responses: { 200: null },
  errors: [404],
  lifecycle: { since: '3.0.0' },
})

export const deleteContextField = operation({
  operationId: 'deleteContextField',
  method: 'DELETE',
  path: `${CONTEXT}/:contextField`,
  tag,
  summary: 'Deletes a context field that no strategy uses',
  access: needs('DELETE_CONTEXT_FIELD'),
  params: FieldParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [404, 409],
  lifecycle: { since: '3.0.0' },
})

export const updateContextFieldLegalValue = operation({
  operationId: 'updateContextFieldLegalValue',
  method: 'POST',
  path: `${CONTEXT}/:contextField/legal-values`,
  tag,
  summary: 'Adds or changes a legal value of a context field',
  access: needs('UPDATE_CONTEXT_FIELD'),
  params: FieldParams,
  body: LegalValue,
  responses: { 200: null },
  errors: [404],
})

export const deleteContextFieldLegalValue = operation({
  operationId: 'deleteContextFieldLegalValue',
  method: 'DELETE',
  path: `${CONTEXT}/:contextField/legal-values/:legalValue`,
  tag,
  summary: 'Removes a legal value from a context field',
  access: needs('UPDATE_CONTEXT_FIELD'),
  params: FieldParams.extend({ legalValue: PathPart }),
  anyContentType: true,
  responses: { 200: null },
  errors: [404],
})

export const getStrategiesByContextField = operation({
  operationId: 'getStrategiesByContextField',
  method: 'GET',
  path: `${CONTEXT}/:contextField/strategies`,
  tag: 'Strategies',
  summary: 'Lists the strategies whose constraints use a context field',
  access: audienceOnly,
  params: FieldParams,
  responses: {
    200: z.object({ strategies: z.array(SegmentStrategy) }).meta({ id: 'contextFieldStrategiesSchema' }),
  },
})
