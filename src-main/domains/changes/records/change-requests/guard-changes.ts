import { ownValue } from '../../../../../src-shared/own-value.ts'
import {
  decide,
  explainDecision,
  refusalMessage,
  type Requirement,
} from '../../../../../src-shared/access/rules/index.ts'
import { OPEN_STATES } from '../../../../../src-shared/changes/change-requests/index.ts'
import type { Operation } from '../../../../../src-shared/contract/index.ts'
import { detail } from '../../../../../src-shared/errors/error-table.ts'
import type { ChangeAction } from '../../../../../src-shared/changes/schemas/requested-change.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import type { Actor, Caller } from '../../../../kernel/caller.ts'
import type { Runtime } from '../../../../kernel/execute.ts'
import type { Queries } from '../../../../store/queries.ts'
import {
  environmentsWithRequests,
  findRequiredApprovals,
} from '../change-request-settings/change-request-settings.store.ts'
import { findSegment } from '../../../flags/records/segments/segments.store.ts'
import { readChangeRequests } from './change-requests.store.ts'
import { GUARDED_OPERATIONS, type GuardedRequest } from './guarded-operations.ts'

type Decider = Pick<Runtime, 'subjectOf'>

/**
 * Keeps callers from changing directly what has to be asked for (docs/contract/changes.md#guard): a veto
 * of the pipeline, after the
 * permission for the operation itself. Admins may do anything, and are not held up (document: "Root roles").
 */
export async function guardChanges(
  runtime: Decider & { queries: Queries },
  { operationId }: Pick<Operation, 'operationId'>,
  { actor }: Caller,
  request: GuardedRequest,
): Promise<void> {
  const guarded = ownValue(GUARDED_OPERATIONS, operationId)
  if (!guarded) return
  const { queries } = runtime
  switch (guarded.scope) {
    case 'environment': {
      const { project, environments } = guarded.placeOf(request)
      for (const environment of new Set(environments))
        if ((await findRequiredApprovals(queries, project, environment)) !== undefined)
          demandSkip(runtime, actor, { project, environment }, guarded.action)
      return
    }
    case 'segment': {
      const project = (await findSegment(queries, Number(request.params['id'])))?.project
      if (!project) return
      for (const environment of await environmentsWithRequests(queries, project))
        demandSkip(runtime, actor, { project, environment }, guarded.action)
      return
    }
    case 'project': {
      const project = String(request.params['projectId'])
      await refuseDirect(queries, runtime, actor, { project, ...guarded })
      return
    }
    case 'move':
      await refuseMove(queries, runtime, actor, request)
  }
}

/**
 * The words of the refusal name no environment (docs/contract/changes.md#guard); the decision beside them
 * does.
 */
function demandSkip(
  runtime: Decider,
  actor: Actor,
  place: { project: string; environment: string },
  action: ChangeAction | null,
): void {
  const needed: Requirement = { anyOf: ['SKIP_CHANGE_REQUEST'], ...place }
  const subject = runtime.subjectOf(actor)
  const decision = subject && decide(subject, needed)
  if (decision?.allowed) return
  const message = refusalMessage({ anyOf: needed.anyOf })
  throw new AppError('PermissionError', message, {
    details: [detail(message)],
    extra: {
      permissions: needed.anyOf,
      ...(decision ? { decision: { ...decision, explanation: explainDecision(decision) } } : {}),
      // what to ask for instead; a screen offers it
      changeRequest: { ...place, action },
    },
  })
}

async function refuseDirect(
  queries: Queries,
  runtime: Decider,
  actor: Actor,
  { project, action, deed }: { project: string; action: ChangeAction | null; deed: string },
): Promise<void> {
  const [environment] = await environmentsWithRequests(queries, project)
  if (environment === undefined || isAdmin(runtime, actor)) return
  const message = `${deed} not allowed. Project ${project} has change requests enabled.`
  throw new AppError('ForbiddenError', message, {
    extra: action === null ? {} : { changeRequest: { project, environment, action } },
  })
}

/** A flag does not come unreviewed into a project that has reviews, and not out of one while something is asked for it. */
async function refuseMove(
  queries: Queries,
  runtime: Decider,
  actor: Actor,
  { params, body }: GuardedRequest,
): Promise<void> {
  const { newProjectId: project } = body as { newProjectId: string }
  await refuseDirect(queries, runtime, actor, { project, action: null, deed: 'Changing project' })
  const feature = String(params['featureName'])
  const open = await readChangeRequests(queries, {
    project: String(params['projectId']),
    states: OPEN_STATES,
    feature,
  })
  if (open.length === 0 || project === params['projectId']) return
  throw new AppError(
    'ForbiddenError',
    'Changing project not allowed. Feature is part of change requests that are open.',
  )
}

function isAdmin(runtime: Decider, actor: Actor): boolean {
  const subject = runtime.subjectOf(actor)
  return subject !== undefined && decide(subject, { anyOf: ['ADMIN'] }).allowed
}
