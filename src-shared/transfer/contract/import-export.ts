import { z } from 'zod'

import {
  ExportedFlags,
  ExportQuery,
  ImportFindings,
  ImportFlags,
  ImportRequest,
  RequestImport,
} from '../schemas/import-export.ts'
import { audienceOnly } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inEnvironment } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'
import { PathPart } from '../../schemas/bounded.ts'

const BATCH = '/api/admin/features-batch'
const shared = {
  method: 'POST',
  tag: 'Import/Export',
  access: audienceOnly,
  /** Files are larger than other bodies (document: "Limits"). */
  bodyLimit: 500 * 1024,
  bounds: { items: 50_000, values: 250_000 },
} as const

export const exportFeatures = operation({
  ...shared,
  operationId: 'exportFeatures',
  bounds: {},
  path: `${BATCH}/export`,
  summary: 'Exports flags of an environment with everything they use',
  place: 'instance',
  body: ExportQuery,
  responses: { 200: ExportedFlags },
})

export const validateImport = operation({
  ...shared,
  operationId: 'validateImport',
  path: `${BATCH}/validate`,
  summary: 'Validates an import and lists its problems',
  place: { project: 'body.project', environment: 'body.environment' },
  body: ImportFlags,
  responses: { 200: ImportFindings },
  errors: [404],
})

export const importToggles = operation({
  ...shared,
  operationId: 'importToggles',
  path: `${BATCH}/import`,
  summary: 'Imports flags into a project environment, all or nothing',
  description:
    'Flags that are there are overwritten. Needs what doing it by hand would need: CREATE_FEATURE, UPDATE_FEATURE, ' +
    'CREATE_FEATURE_STRATEGY and so on. Where changes need approval, and the caller cannot skip that, strategies, ' +
    'variants, states and dependencies become a change request: the pending one of the caller, or a new draft.',
  place: { project: 'body.project', environment: 'body.environment' },
  body: ImportFlags,
  responses: { 200: null },
  errors: [404],
})

export const requestImport = operation({
  ...shared,
  operationId: 'requestImport',
  path: '/api/admin/projects/:projectId/environments/:environment/change-requests/import',
  summary: 'Imports flags and requests the changes that need approval',
  description:
    'Flags, their tags and links are imported at once. Their strategies, variants, states and dependencies become ' +
    'changes of a new change request, or of the one that is named. `changeRequest` is null where nothing differs.',
  place: inEnvironment,
  plan: 'enterprise',
  params: ProjectParams.extend({ environment: PathPart }),
  body: RequestImport,
  responses: { 200: z.object({ changeRequest: ImportRequest.nullable() }) },
  errors: [404],
})
