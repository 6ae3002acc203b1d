import { getScenarioSchema as operation } from '#shared/transfer/contract/scenario.ts'
import { query } from '#kernel/use-case.ts'
import { scenarioJsonSchema } from '../../records/scenario/scenario-json-schema.ts'

/** Returns the schema of scenario files. It is made with the first request. */
export const getScenarioSchema = () => {
  let schema: Record<string, unknown> | undefined
  return query(operation, async () => (schema ??= scenarioJsonSchema()))
}
