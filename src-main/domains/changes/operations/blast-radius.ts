import { environmentNames } from '#domains/access/access/places.read-model.ts'
import type { SeenContexts } from '#domains/clients/seen-contexts/seen-contexts.ts'
import { requireActiveFeature } from '#domains/flags/features/features.store.ts'
import {
  deleteSegment,
  saveChangedSegment,
  toChangedSegment,
} from '#domains/flags/segments/change-segment.ts'
import { requireSegment } from '#domains/flags/segments/segments.store.ts'
import { environmentsOfProject, requireActiveProject } from '#domains/projects/projects/projects.store.ts'
import { badData, notFound, relocated } from '#kernel/app-error.ts'
import { concludedDryRun, type MutationContext, type QueryContext } from '#kernel/use-case.ts'
import { isOneOf, OPEN_STATES } from '#shared/changes/change-requests/index.ts'
import * as contract from '#shared/changes/contract/blast-radius.ts'
import type { ProposedChange, BlastRadius, SeenWindow } from '#shared/changes/schemas/blast-radius.ts'
import type { UpsertSegment } from '#shared/flags/schemas/segment.ts'
import { proposeDefaultStrategy } from '../blast-radius/default-strategy-proposal.ts'
import { needsEnvironment, performChanges } from '../blast-radius/perform-changes.ts'
import { type Proposal, propose } from '../blast-radius/proposal.ts'
import { applyChanges } from '../change-requests/apply-changes.ts'
import { requireRequest } from '../change-requests/require-request.ts'
import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import { countFlips } from '../blast-radius/count-flips.ts'

const HOUR_MS = 3_600_000

const HOURS: Readonly<Record<SeenWindow, number>> = { '1h': 1, '24h': 24, '7d': 7 * 24 }

const DEFAULT_WINDOW: SeenWindow = '24h'

interface ProposalSet {
  proposals: Proposal[]
  isHypothetical: boolean
}

/** Compares what contexts got before and after. */
async function compareProposals(
  seen: SeenContexts,
  { proposals, isHypothetical }: ProposalSet,
  { now }: QueryContext,
  window: SeenWindow = DEFAULT_WINDOW,
): Promise<BlastRadius> {
  const since = new Date(now.getTime() - HOURS[window] * HOUR_MS)
  return { window, ...(await countFlips(proposals, { seen, since, now })), isHypothetical }
}

/** Reads which flags and segments changes are for. */
function changeScopeOf(changes: readonly RequestedChange[]) {
  return {
    flags: [...new Set(changes.flatMap(({ feature }) => feature ?? []))],
    segments: changes.flatMap((change) =>
      change.action === 'updateSegment' || change.action === 'deleteSegment' ? change.payload.id : [],
    ),
  }
}

/**
 * Finds who would be affected by changes that have not been made (ADR 0015). The changes are made, evaluated
 * and rolled back.
 */
export const getBlastRadius = ({ seenContexts }: { seenContexts: SeenContexts }) =>
  concludedDryRun(
    contract.getBlastRadius,
    async (
      context,
      { params: { projectId: project }, body: { environment, changes } },
    ): Promise<ProposalSet> => {
      await requireActiveProject(context.everything, project)
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
  { everything }: MutationContext,
  project: string,
  environment: string | undefined,
  changes: readonly ProposedChange[],
): Promise<string[]> {
  const environments = await environmentsOfProject(everything, project)
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

/** Changes a segment as its operations do, whoever asks; null: deletes it. */
async function changeSegment(
  context: MutationContext,
  id: number,
  segment: UpsertSegment | null,
): Promise<void> {
  const before = await requireSegment(context.visible, id)
  if (segment === null) return deleteSegment(context, before)
  try {
    await saveChangedSegment(context, before, await toChangedSegment(context, before, segment))
  } catch (error) {
    throw relocated(error, '/body/segment')
  }
}

/** The same for a segment, which strategies of many projects may use. */
export const getSegmentBlastRadius = ({ seenContexts }: { seenContexts: SeenContexts }) =>
  concludedDryRun(
    contract.getSegmentBlastRadius,
    async (context, { params: { id }, body: { segment } }): Promise<ProposalSet> => {
      await requireSegment(context.visible, id)
      const aim = { environments: await environmentNames(context.everything), flags: [], segments: [id] }
      const make = () => changeSegment(context, id, segment)
      return { proposals: await propose(context, aim, make), isHypothetical: false }
    },
    (tried, context, { body }) => compareProposals(seenContexts, tried, context, body.window),
  )

/** The same for a change request, for those who review it. */
export const getChangeRequestBlastRadius = ({ seenContexts }: { seenContexts: SeenContexts }) =>
  concludedDryRun(
    contract.getChangeRequestBlastRadius,
    async (context, { params: { projectId, id } }): Promise<ProposalSet> => {
      const request = await requireRequest(context, projectId, id)
      if (!isOneOf(OPEN_STATES, request.state))
        throw badData(`A change request in the state "${request.state}" is closed.`)
      const changes = request.changes.map(({ change }) => change)
      const environments = changes.every(needsEnvironment)
        ? [request.environment]
        : await environmentsOfProject(context.everything, projectId)
      const make = () => applyChanges(context, request)
      const aim = { environments, ...changeScopeOf(changes) }
      return { proposals: await propose(context, aim, make), isHypothetical: false }
    },
    (tried, context, { query }) => compareProposals(seenContexts, tried, context, query.window),
  )
