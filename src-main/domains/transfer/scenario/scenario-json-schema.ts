import { z } from 'zod'

import { Scenario } from '#shared/transfer/schemas/scenario.ts'

/** Creates the JSON schema of scenario files. `resources/scenario.schema.json` is the same as a file. */
export const scenarioJsonSchema = (): Record<string, unknown> =>
  z.toJSONSchema(Scenario, { io: 'input', unrepresentable: 'any', target: 'draft-7', reused: 'inline' })
