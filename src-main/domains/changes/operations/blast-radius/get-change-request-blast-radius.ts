import { isOneOf, OPEN_STATES } from '#shared/changes/change-requests/index.ts'
import { getChangeRequestBlastRadius as ofRequest } from '#shared/changes/contract/blast-radius.ts'
import { badData } from '#kernel/app-error.ts'
import { concludedDryRun } from '#kernel/use-case.ts'
import { applyChanges } from '../../records/change-requests/apply-changes.ts'
import { requireRequest } from '../../records/change-requests/require-request.ts'
import { environmentsOfProject } from '#domains/projects/records/projects/projects.store.ts'
import type { SeenContexts } from '#domains/clients/records/seen-contexts/seen-contexts.ts'
import { needsEnvironment } from '../../records/blast-radius/perform-changes.ts'
import { propose } from '../../records/blast-radius/proposal.ts'
import {
  type ProposalSet,
  changeScopeOf,
  compareProposals,
} from '../../records/blast-radius/compare-proposals.ts'

/** The same for a change request, for those who review it. */
export const getChangeRequestBlastRadius = ({ seenContexts }: { seenContexts: SeenContexts }) =>
  concludedDryRun(
    ofRequest,
    async (context, { params: { projectId, id } }): Promise<ProposalSet> => {
      const request = await requireRequest(context, projectId, id)
      if (!isOneOf(OPEN_STATES, request.state))
        throw badData(`A change request in the state "${request.state}" is closed.`)
      const changes = request.changes.map(({ change }) => change)
      const environments = changes.every(needsEnvironment)
        ? [request.environment]
        : await environmentsOfProject(context.queries, projectId)
      const make = () => applyChanges(context, request)
      const aim = { environments, ...changeScopeOf(changes) }
      return { proposals: await propose(context, aim, make), isHypothetical: false }
    },
    (tried, context, { query }) => compareProposals(seenContexts, tried, context, query.window),
  )
