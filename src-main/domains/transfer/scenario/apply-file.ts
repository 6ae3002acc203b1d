import type { z } from 'zod'

import type { ScenarioFile } from '#shared/transfer/schemas/scenario.ts'
import type { PlannedStep } from '#shared/transfer/scenario/plan-scenario.ts'
import { AppError } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { applySteps } from '../scenario-steps/apply-steps.ts'
import { planFile, planRead, wayOf } from './plan-file.ts'
import { Apply } from '../scenario-steps/step-performer.ts'

/**
 * Plans a file, performs the plan in this transaction, and checks that nothing is left to do. Throws, with nothing
 * changed, if the instance would not be what the file says.
 */
export async function applyFile(
  context: MutationContext,
  tokens: TokenDirectory,
  file: z.output<typeof ScenarioFile>,
): Promise<PlannedStep[]> {
  const { steps, current, read } = await planFile(context, tokens, file)
  if (steps.length === 0) return []
  await applySteps(new Apply(context, tokens, current.ids), steps, current.items.projects ?? [])
  // tokens in memory change after the commit: they are what they were
  const { apiTokens: _apiTokens, ...scenario } = read.scenario
  const left = await planRead(context, tokens, { ...read, scenario }, wayOf(file, read))
  requireNothing(left.steps)
  return steps
}

function requireNothing(steps: readonly PlannedStep[]): void {
  if (steps.length === 0) return
  const named = steps
    .slice(0, 5)
    .map(({ list, name, changes }) => `${list}/${name} ${changes.map(({ path }) => path).join(', ')}`.trim())
  throw new AppError(
    'ConflictError',
    `The instance would not be what the file says, so nothing was changed: ${named.join('; ')}. This cannot be set in a file: remove it, or use the value that the instance has.`,
  )
}
