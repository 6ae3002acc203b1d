import { decide, explainDecision, refusalMessage, type Requirement } from '#shared/access/rules/index.ts'
import { OPEN_STATES } from '#shared/changes/change-requests/index.ts'
import { partOf, type RequestPlace } from '#shared/contract-engine/place.ts'
import type { Operation, Request } from '#shared/contract/index.ts'
import { detail } from '#shared/errors/error-table.ts'
import type { ChangeAction } from '#shared/changes/schemas/requested-change.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Actor, Caller } from '#kernel/caller.ts'
import type { Runtime } from '#kernel/execute.ts'
import type { Queries } from '#store/queries.ts'
import { environmentsWithRequests, findRequiredApprovals } from './change-request-settings.store.ts'
import { readChangeRequests } from './change-requests.store.ts'

type Decider = Pick<Runtime, 'subjectOf'>

/**
 * Keeps callers from changing directly what has to be asked for (docs/contract/changes.md#guard): a veto
 * of the pipeline, after the
 * permission for the operation itself. Admins may do anything, and are not held up (document: "Root roles"). An agent
 * never skips a review, whoever it acts for (ADR 54).
 */
export async function guardChanges(
  parts: Decider & { queries: Queries },
  { changeControl }: Pick<Operation, 'changeControl'>,
  { actor, agent }: Caller,
  request: Pick<Request<Operation>, 'params' | 'body'>,
  { project, environments, feature }: RequestPlace,
): Promise<void> {
  // a segment of all projects belongs to the instance, which has no change requests
  if (changeControl === undefined || project === undefined) return
  const { queries } = parts
  const runtime: Decider = agent === undefined ? parts : { subjectOf: () => undefined }
  switch (changeControl.scope) {
    case 'environment':
      for (const environment of new Set(environments))
        if ((await findRequiredApprovals(queries, project, environment)) !== undefined)
          demandSkip(runtime, actor, { project, environment }, changeControl.action)
      return
    case 'every-environment':
      for (const environment of await environmentsWithRequests(queries, project))
        demandSkip(runtime, actor, { project, environment }, changeControl.action)
      return
    case 'project':
      return refuseDirect(queries, runtime, actor, { project, ...changeControl })
    case 'move': {
      const into = String(partOf(request, changeControl.into))
      return refuseMove(queries, runtime, actor, { project, feature: String(feature), into })
    }
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
      // the screen offers this request instead
      changeRequest: { ...place, action },
    },
  })
}

async function refuseDirect(
  queries: Queries,
  runtime: Decider,
  actor: Actor,
  { project, action, attempt }: { project: string; action: ChangeAction | null; attempt: string },
): Promise<void> {
  const [environment] = await environmentsWithRequests(queries, project)
  if (environment === undefined || isAdmin(runtime, actor)) return
  const message = `${attempt} not allowed. Project ${project} has change requests enabled.`
  throw new AppError('ForbiddenError', message, {
    extra: action === null ? {} : { changeRequest: { project, environment, action } },
  })
}

/** A flag does not come unreviewed into a project that has reviews, and not out of one while something is asked for it. */
async function refuseMove(
  queries: Queries,
  runtime: Decider,
  actor: Actor,
  { project, feature, into }: { project: string; feature: string; into: string },
): Promise<void> {
  await refuseDirect(queries, runtime, actor, { project: into, action: null, attempt: 'Changing project' })
  const open = await readChangeRequests(queries, { project, states: OPEN_STATES, feature })
  if (open.length === 0 || project === into) return
  throw new AppError(
    'ForbiddenError',
    'Changing project not allowed. Feature is part of change requests that are open.',
  )
}

function isAdmin(runtime: Decider, actor: Actor): boolean {
  const subject = runtime.subjectOf(actor)
  return subject !== undefined && decide(subject, { anyOf: ['ADMIN'] }).allowed
}
