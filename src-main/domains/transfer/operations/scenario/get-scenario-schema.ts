import { getScenarioSchema as operation } from '../../../../../src-shared/transfer/contract/scenario.ts'
import { query } from '../../../../kernel/use-case.ts'
import { scenarioJsonSchema } from '../../records/scenario/scenario-json-schema.ts'

/** Returns the JSON schema of scenario files. */
export const getScenarioSchema = query(operation, async () => scenarioJsonSchema())
