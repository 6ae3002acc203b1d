import { isOneOf, OPEN_STATES } from '../../../../../src-shared/change-requests/index.ts'
import {
  getBlastRadius as ofChanges,
  getChangeRequestBlastRadius as ofRequest,
  getSegmentBlastRadius as ofSegment,
} from '../../../../../src-shared/contract/blast-radius.ts'
import type {
  BlastRadius,
  ProposedChange,
  SeenWindow,
} from '../../../../../src-shared/schemas/blast-radius.ts'
import type { RequestedChange } from '../../../../../src-shared/schemas/requested-change.ts'
import { badData, notFound } from '../../../../kernel/app-error.ts'
import { concludedTrial, type MutationContext, type QueryContext } from '../../../../kernel/use-case.ts'
import { applyChanges } from '../../records/change-requests/apply-changes.ts'
import { requireRequest } from '../../records/change-requests/require-request.ts'
import { environmentNames } from '../../../projects/records/environments/environments.store.ts'
import { requireActiveFeature } from '../../../flags/records/features/features.store.ts'
import {
  environmentsOfProject,
  requireActiveProject,
} from '../../../projects/records/projects/projects.store.ts'
import { requireSegment } from '../../../flags/records/segments/segments.store.ts'
import type { SeenContexts } from '../../../clients/records/seen-contexts/seen-contexts.ts'
import { changeSegment } from '../../records/blast-radius/change-segment.ts'
import { countFlips } from '../../records/blast-radius/count-flips.ts'
import { proposeDefaultStrategy } from '../../records/blast-radius/default-strategy-proposal.ts'
import { makeChanges, needsEnvironment } from '../../records/blast-radius/make-changes.ts'
import { propose, type Proposal } from '../../records/blast-radius/proposal.ts'

const HOUR_MS = 3_600_000
const HOURS: Readonly<Record<SeenWindow, number>> = { '1h': 1, '24h': 24, '7d': 7 * 24 }
const USUAL_WINDOW: SeenWindow = '24h'

interface Tried {
  proposals: Proposal[]
  isHypothetical: boolean
}

/** Whom changes would touch that have not been made (ADR 0015): they are made, looked at, and taken back. */
export const getBlastRadius = (seen: SeenContexts) =>
  concludedTrial(
    ofChanges,
    async (context, { params: { projectId: project }, body: { environment, changes } }): Promise<Tried> => {
      await requireActiveProject(context.queries, project)
      const environments = await environmentsAsked(context, project, environment, changes)
      const imagined = await imaginedBy(context, project, environment, changes)
      if (imagined) return { proposals: [imagined], isHypothetical: true }
      const requested = changes.filter((change) => change.action !== 'setDefaultStrategy')
      const aim = { environments, ...aimOf(requested) }
      for (const flag of aim.flags) await requireActiveFeature(context.visible, project, flag)
      const make = () => makeChanges(context, { project, environment }, requested)
      return { proposals: await propose(context, aim, make), isHypothetical: false }
    },
    (tried, context, { body }) => conclude(seen, tried, context, body.window),
  )

/** The same for a segment, which strategies of many projects may use. */
export const getSegmentBlastRadius = (seen: SeenContexts) =>
  concludedTrial(
    ofSegment,
    async (context, { params: { id }, body: { segment } }): Promise<Tried> => {
      await requireSegment(context.visible, id)
      const aim = { environments: await environmentNames(context.queries), flags: [], segments: [id] }
      const make = () => changeSegment(context, id, segment)
      return { proposals: await propose(context, aim, make), isHypothetical: false }
    },
    (tried, context, { body }) => conclude(seen, tried, context, body.window),
  )

/** The same for a change request, for those who review it. */
export const getChangeRequestBlastRadius = (seen: SeenContexts) =>
  concludedTrial(
    ofRequest,
    async (context, { params: { projectId, id } }): Promise<Tried> => {
      const request = await requireRequest(context, projectId, id)
      if (!isOneOf(OPEN_STATES, request.state))
        throw badData(`A change request in the state "${request.state}" is closed.`)
      const changes = request.changes.map(({ change }) => change)
      const environments = changes.every(needsEnvironment)
        ? [request.environment]
        : await environmentsOfProject(context.queries, projectId)
      const make = () => applyChanges(context, request)
      const aim = { environments, ...aimOf(changes) }
      return { proposals: await propose(context, aim, make), isHypothetical: false }
    },
    (tried, context, { query }) => conclude(seen, tried, context, query.window),
  )

async function conclude(
  seen: SeenContexts,
  { proposals, isHypothetical }: Tried,
  { now }: QueryContext,
  window: SeenWindow = USUAL_WINDOW,
): Promise<BlastRadius> {
  const since = new Date(now.getTime() - HOURS[window] * HOUR_MS)
  return { window, ...(await countFlips(proposals, { seen, since, now })), isHypothetical }
}

/** Where changes are to be looked at: in the environment that is named, else in all that the project has. */
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

function aimOf(changes: readonly RequestedChange[]) {
  return {
    flags: [...new Set(changes.flatMap(({ feature }) => feature ?? []))],
    segments: changes.flatMap((change) =>
      change.action === 'updateSegment' || change.action === 'deleteSegment' ? change.payload.id : [],
    ),
  }
}
