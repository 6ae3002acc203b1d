import { planScenario as operation } from '#shared/transfer/contract/scenario.ts'
import { query } from '#kernel/use-case.ts'
import type { TokenDirectory } from '#domains/access/records/api-tokens/token-directory.ts'
import { planFile, toPlan } from '../../records/scenario/plan-file.ts'

/** Plans what a scenario file asks for (ADR 43). */
export const planScenario = ({ tokens }: { tokens: TokenDirectory }) =>
  query(operation, async (context, { body }) => toPlan((await planFile(context, tokens, body)).steps))
