import { getBlastRadius as ofChanges } from '#shared/changes/contract/blast-radius.ts'
import type { ProposedChange } from '#shared/changes/schemas/blast-radius.ts'
import { badData, notFound } from '#kernel/app-error.ts'
import { concludedDryRun, type MutationContext } from '#kernel/use-case.ts'
import { requireActiveFeature } from '#domains/flags/records/features/features.store.ts'
import {
  environmentsOfProject,
  requireActiveProject,
} from '#domains/projects/records/projects/projects.store.ts'
import type { SeenContexts } from '#domains/clients/records/seen-contexts/seen-contexts.ts'
import { proposeDefaultStrategy } from '../../records/blast-radius/default-strategy-proposal.ts'
import { performChanges, needsEnvironment } from '../../records/blast-radius/perform-changes.ts'
import { propose, type Proposal } from '../../records/blast-radius/proposal.ts'
import {
  type ProposalSet,
  changeScopeOf,
  compareProposals,
} from '../../records/blast-radius/compare-proposals.ts'

/**
 * Finds who would be affected by changes that have not been made (ADR 0015). The changes are made, evaluated
 * and rolled back.
 */
export const getBlastRadius = ({ seenContexts }: { seenContexts: SeenContexts }) =>
  concludedDryRun(
    ofChanges,
    async (
      context,
      { params: { projectId: project }, body: { environment, changes } },
    ): Promise<ProposalSet> => {
      await requireActiveProject(context.queries, project)
      const environments = await environmentsAsked(context, project, environment, changes)
      const imagined = await imaginedBy(context, project, environment, changes)
      if (imagined) return { proposals: [imagined], isHypothetical: true }
      const requested = changes.filter((change) => change.action !== 'setDefaultStrategy')
      const aim = { environments, ...changeScopeOf(requested) }
      for (const flag of aim.flags) await requireActiveFeature(context.visible, project, flag)
      const make = () => performChanges(context, { project, environment }, requested)
      return { proposals: await propose(context, aim, make), isHypothetical: false }
    },
    (tried, context, { body }) => compareProposals(seenContexts, tried, context, body.window),
  )

/** Lists the environments to evaluate: the requested one, else all environments of the project. */
async function environmentsAsked(
  { queries }: MutationContext,
  project: string,
  environment: string | undefined,
  changes: readonly ProposedChange[],
): Promise<string[]> {
  const environments = await environmentsOfProject(queries, project)
  if (environment === undefined) {
    if (changes.some(needsEnvironment)) throw badData('Say in which environment.', '/body/environment')
    return environments
  }
  if (!environments.includes(environment))
    throw notFound(`The project "${project}" does not have the environment "${environment}"`)
  return [environment]
}

async function imaginedBy(
  context: MutationContext,
  project: string,
  environment: string | undefined,
  changes: readonly ProposedChange[],
): Promise<Proposal | undefined> {
  const change = changes.find((one) => one.action === 'setDefaultStrategy')
  if (!change || environment === undefined) return undefined
  if (changes.length > 1) throw badData('A default strategy is tried out alone.', '/body/changes')
  return proposeDefaultStrategy(context, { project, environment }, change.payload)
}
