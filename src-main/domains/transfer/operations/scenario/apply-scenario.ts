import { applyScenario as operation } from '#shared/transfer/contract/scenario.ts'
import { mutation } from '#kernel/use-case.ts'
import type { TokenDirectory } from '#domains/access/records/api-tokens/token-directory.ts'
import { applyFile } from '../../records/scenario/apply-file.ts'
import { toPlan } from '../../records/scenario/plan-file.ts'

/** Makes the instance what a scenario file says, by the operations that everybody uses (ADR 43). */
export const applyScenario = ({ tokens }: { tokens: TokenDirectory }) =>
  mutation(operation, async (context, { body }) => toPlan(await applyFile(context, tokens, body)))
