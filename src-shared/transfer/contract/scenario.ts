import { z } from 'zod'

import {
  ExportedScenario,
  MAX_SCENARIO_TEXT,
  ScenarioFile,
  ScenarioFormat,
  ScenarioPlan,
} from '../schemas/scenario.ts'
import { QueryBoolean } from '../../schemas/scalars.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

const SCENARIO = '/api/admin/scenario'
const shared = {
  tag: 'Import/Export',
  everywhere: true,
  access: needs('ADMIN'),
  place: 'instance',
} as const
const file = {
  ...shared,
  method: 'POST',
  body: ScenarioFile,
  responses: { 200: ScenarioPlan },
  bodyLimit: 2 * MAX_SCENARIO_TEXT,
  bounds: { text: MAX_SCENARIO_TEXT },
} as const

export const planScenario = operation({
  ...file,
  operationId: 'planScenario',
  path: `${SCENARIO}/plan`,
  summary: 'Lists what a scenario file would create, change and delete',
  description: 'Operation of Halyard. Nothing is changed. Secrets are left out of the plan.',
})

export const applyScenario = operation({
  ...file,
  operationId: 'applyScenario',
  path: `${SCENARIO}/apply`,
  summary: 'Applies a scenario file to the instance, all or nothing',
  description:
    'Operation of Halyard. Every step runs as the operation that the plan names, as the caller: permissions, limits ' +
    'and change requests are the usual ones. The answer is the plan that was carried out.',
  errors: [400, 403, 404, 409],
})

export const exportScenario = operation({
  ...shared,
  operationId: 'exportScenario',
  method: 'GET',
  path: SCENARIO,
  summary: 'Exports the instance as a scenario file, in stable order',
  description: 'Operation of Halyard. Values of API tokens are included only with `secrets=true`.',
  query: z.object({ format: ScenarioFormat.optional(), secrets: QueryBoolean.optional() }),
  responses: { 200: ExportedScenario },
})
