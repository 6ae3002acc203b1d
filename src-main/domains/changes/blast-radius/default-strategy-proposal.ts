import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import type { CreateStrategy } from '#shared/flags/schemas/strategy.ts'
import { relocated } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { readSegments as readConfiguredSegments } from '#domains/clients/client-api/client-features.read-model.ts'
import { toDefaultStrategy } from '#domains/flags/strategies/default-strategy.ts'
import {
  readDefaultStrategy,
  requireActiveProject,
  type DefaultStrategy,
} from '#domains/projects/projects/projects.store.ts'
import { completeParameters, toConstraints, toVariants } from '#domains/flags/strategies/strategy.ts'
import type { Proposal } from './proposal.ts'

/** Name that no flag can have. Stickiness to the flag's name uses this one. */
const ANY_FLAG = 'a new flag'

/**
 * Builds the effect of another default strategy. No existing flag changes: only flags enabled without a
 * strategy of their own get it (document: "Project default strategy"). The effect is therefore shown on an
 * imagined flag.
 */
export async function proposeDefaultStrategy(
  context: MutationContext,
  { project, environment }: { project: string; environment: string },
  sent: CreateStrategy,
): Promise<Proposal> {
  const { everything } = context
  const { defaultStickiness } = await requireActiveProject(everything, project)
  const after = await toDefaultStrategy(context, project, sent).catch((error: unknown) => {
    throw relocated(error, '/body/changes/0/payload')
  })
  const before = await readDefaultStrategy(everything, project, environment)
  const segments = new Map((await readConfiguredSegments(everything)).map((segment) => [segment.id, segment]))
  const side = (strategy: DefaultStrategy | CreateStrategy) => ({
    features: new Map([[ANY_FLAG, imagine(project, strategy, defaultStickiness)]]),
    segments,
  })
  return { environment, flags: [ANY_FLAG], before: side(before), after: side(after) }
}

function imagine(
  project: string,
  strategy: DefaultStrategy | CreateStrategy,
  stickiness: string,
): ClientFeature {
  const { name, parameters = {}, constraints = [], variants = [], segments = [] } = strategy
  return {
    name: ANY_FLAG,
    type: 'release',
    enabled: true,
    project,
    stale: false,
    strategies: [
      {
        name,
        constraints: toConstraints(constraints),
        parameters: completeParameters(name, parameters, { flag: ANY_FLAG, stickiness }),
        variants: toVariants(variants),
        segments,
      },
    ],
    variants: [],
    description: null,
    impressionData: false,
  }
}
