import { RecordUiError, SetCors, UiConfig } from '../schemas/ui-config.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const tag = 'Admin UI'
const UI_CONFIG = '/api/admin/ui-config'

export const getUiConfig = operation({
  operationId: 'getUiConfig',
  method: 'GET',
  path: UI_CONFIG,
  tag,
  summary: 'Returns the configuration of the instance: version, limits, modes',
  access: audienceOnly,
  responses: { 200: UiConfig },
})

export const maySetCors = needs(['ADMIN', 'UPDATE_CORS'])

export const setCors = operation({
  operationId: 'setCors',
  method: 'POST',
  path: `${UI_CONFIG}/cors`,
  tag,
  summary: 'Sets the CORS origins of the frontend API, effective at once',
  access: maySetCors,
  body: SetCors,
  responses: { 204: null },
  lifecycle: { since: '6.9.0' },
})

export const uiObservability = operation({
  operationId: 'uiObservability',
  method: 'POST',
  path: '/api/admin/record-ui-error',
  tag,
  summary: 'Logs an error reported by the window',
  access: audienceOnly,
  body: RecordUiError,
  responses: { 204: null },
})
