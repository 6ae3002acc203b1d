import { z } from 'zod'

import { Scenario } from '../../../../../src-shared/transfer/schemas/scenario.ts'

let made: Record<string, unknown> | undefined

/** Returns the JSON schema that editors check scenario files with, as resources/scenario.schema.json has it. */
export const scenarioJsonSchema = (): Record<string, unknown> =>
  (made ??= {
    ...z.toJSONSchema(Scenario, {
      io: 'input',
      unrepresentable: 'any',
      target: 'draft-7',
      reused: 'inline',
    }),
  })
