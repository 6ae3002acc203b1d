import type { CreateStrategy } from '#shared/flags/schemas/strategy.ts'
import { badData } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { requireValidStrategy } from './strategy-rules.ts'
import { toConstraints, toVariants } from './strategy.ts'

const ROLLOUT = 'flexibleRollout'

/**
 * Converts a default strategy from a request to its stored form, with its weights distributed. Throws if it
 * is invalid.
 */
export async function toDefaultStrategy(context: MutationContext, project: string, sent: CreateStrategy) {
  // recorded exchange environments/default-strategy-wrong-type
  if (sent.name !== ROLLOUT)
    throw badData(
      `Only "${ROLLOUT}" strategy can be used as a default strategy for an environment`,
      '/body/name',
    )
  const strategy = {
    ...sent,
    constraints: toConstraints(sent.constraints),
    variants: toVariants(sent.variants),
    segments: sent.segments ?? [],
  }
  await requireValidStrategy(context, project, strategy)
  return strategy
}
