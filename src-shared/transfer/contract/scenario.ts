import { z } from 'zod'

import {
  ExportedScenario,
  MAX_SCENARIO_TEXT,
  ScenarioFile,
  ScenarioFormat,
  ScenarioPlan,
} from '../schemas/scenario.ts'
import {
  RenewedScenario,
  ScenarioJsonSchema,
  ScenarioSourceAnswer,
  WrittenSource,
} from '../schemas/scenario-source.ts'
import { QueryBoolean } from '../../schemas/scalars.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
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
  description:
    'Operation of Halyard. Values of API tokens and secrets of integrations are included only with `secrets=true`, the newest 100 signals of each endpoint only with `signals=true`.',
  query: z.object({
    format: ScenarioFormat.optional(),
    secrets: QueryBoolean.optional(),
    signals: QueryBoolean.optional(),
  }),
  responses: { 200: ExportedScenario },
})

export const getScenarioSource = operation({
  ...shared,
  operationId: 'getScenarioSource',
  method: 'GET',
  path: `${SCENARIO}/source`,
  summary: 'Returns the scenario file that the instance was started with, and how far the instance differs',
  description: 'Operation of Halyard. The file is that of `serve --scenario`.',
  responses: { 200: ScenarioSourceAnswer },
})

export const writeScenarioSource = operation({
  ...shared,
  operationId: 'writeScenarioSource',
  method: 'POST',
  path: `${SCENARIO}/source`,
  summary: 'Writes what has changed back into the scenario file that the instance was started with',
  description:
    'Operation of Halyard. Only the lists that the file has are written. Comments stay, unless the file is longer than ' +
    '200 KB or has aliases. Values of tokens are not written.',
  responses: { 200: WrittenSource },
  errors: [400, 404],
})

export const renewScenario = operation({
  ...file,
  operationId: 'renewScenario',
  path: '/api/halyard/scenario/renew',
  summary: 'Returns a scenario file with what has changed at the instance',
  description:
    'Operation of Halyard. Nothing is changed. Only the lists that the file has are written. Comments stay, unless the file is longer than ' +
    '200 KB or has aliases. Values of tokens and secrets are left out.',
  body: ScenarioFile.pick({ text: true, file: true }).meta({ id: 'renewScenarioSchema' }),
  responses: { 200: RenewedScenario },
})

export const getScenarioSchema = operation({
  operationId: 'getScenarioSchema',
  method: 'GET',
  path: '/docs/scenario.schema.json',
  tag: 'Import/Export',
  everywhere: true,
  audience: 'open',
  access: audienceOnly,
  summary: 'Returns the JSON schema of scenario files, for editors',
  description: 'Operation of Halyard. It needs no token: editors send none.',
  responses: { 200: ScenarioJsonSchema },
})
