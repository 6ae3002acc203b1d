import {
  isOneOf,
  judgeTransition,
  OPEN_STATES,
  PENDING_STATES,
  type ChangeRequestState,
  type Party,
} from '#shared/changes/change-requests/index.ts'
import type { Permission } from '#shared/access/permissions/index.ts'
import { AppError, badData, notFound } from '#kernel/app-error.ts'
import { userIdOf } from '#kernel/caller.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import type { Queries } from '#store/queries.ts'
import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { findRequiredApprovals } from './change-request-settings.store.ts'
import { titleOf, type ChangeRequestDetails, type StoredChangeRequest } from './change-request.ts'
import { readChangeRequests } from './change-requests.store.ts'
import { readDetails } from './details.read-model.ts'
import { readCollaborationMode } from './people.read-model.ts'

/**
 * Reads a request that the caller may see, with all its parts. Throws 404 otherwise, also for drafts of
 * others, or if it is not in the named project.
 */
export async function requireRequest(
  { visible: queries, caller }: QueryContext,
  project: string | undefined,
  id: number,
): Promise<ChangeRequestDetails> {
  const found = await readChangeRequests(queries, {
    ids: [id],
    ...(project === undefined ? {} : { project }),
    seenBy: userIdOf(caller.actor),
  })
  const [request] = await readDetails(queries, found)
  if (!request)
    throw notFound(
      `Could not find change request with id ${id}${project === undefined ? '' : ` in project ${project}`}`,
    )
  return request
}

const isAuthor = ({ caller }: QueryContext, request: StoredChangeRequest) =>
  userIdOf(caller.actor) === request.createdByUserId

/** Lists the roles the caller has in a request: author, reviewer, applier or admin. */
export function partiesOf(context: QueryContext, request: StoredChangeRequest): Party[] {
  const { project, environment } = request
  const holds = (permission: Permission) => context.may({ anyOf: [permission], project, environment }).allowed
  return [
    ...(isAuthor(context, request) ? (['author'] as const) : []),
    ...(holds('APPROVE_CHANGE_REQUEST') ? (['reviewer'] as const) : []),
    ...(holds('APPLY_CHANGE_REQUEST') ? (['applier'] as const) : []),
    ...(holds('ADMIN') ? (['admin'] as const) : []),
  ]
}

/** Throws unless the caller may bring the request from its state into `to` (src-shared/change-requests). */
export function requireTransition(
  context: QueryContext,
  request: StoredChangeRequest,
  to: ChangeRequestState,
): void {
  const verdict = judgeTransition(request.state, to, partiesOf(context, request))
  if (verdict.allowed) return
  if (verdict.why === 'state') throw badData(verdict.message, '/body/state')
  const place = { project: request.project, environment: request.environment }
  // if a permission would suffice, the error names it, and why the caller lacks it
  if (verdict.why === 'party' && verdict.by.includes('reviewer'))
    context.demand({ anyOf: ['APPROVE_CHANGE_REQUEST'], ...place })
  if (verdict.why === 'party' && verdict.by.includes('applier'))
    context.demand({ anyOf: ['APPLY_CHANGE_REQUEST'], ...place })
  throw new AppError('ForbiddenError', verdict.message)
}

export type PermissionToApply = 'APPLY_CHANGE_REQUEST' | 'UPDATE_FEATURE_ENVIRONMENT' | 'SKIP_CHANGE_REQUEST'

/**
 * Lists the permissions that applying a request takes. One without approvals is a direct change at a time: it takes what
 * the change takes now (docs/contract/changes.md#direct-schedule).
 */
export async function permissionsToApply(
  queries: Queries,
  { project, environment, minApprovals }: StoredChangeRequest,
): Promise<PermissionToApply[]> {
  if (minApprovals > 0) return ['APPLY_CHANGE_REQUEST']
  const needsApproval = (await findRequiredApprovals(queries, project, environment)) !== undefined
  return ['UPDATE_FEATURE_ENVIRONMENT', ...(needsApproval ? ['SKIP_CHANGE_REQUEST' as const] : [])]
}

/** Throws unless the caller has the permissions that applying a request takes. */
export async function requireApplier(context: QueryContext, request: StoredChangeRequest): Promise<void> {
  const { project, environment } = request
  for (const permission of await permissionsToApply(context.everything, request))
    context.demand({ anyOf: [permission], project, environment })
}

/** Throws unless the caller is the request's author or an Admin. Nobody else may change its content. */
export function requireOwner(context: QueryContext, request: StoredChangeRequest): void {
  if (isAuthor(context, request) || context.may({ anyOf: ['ADMIN'] }).allowed) return
  throw new AppError('ForbiddenError', `Only its author can change "${titleOf(request)}".`)
}

/** Throws unless the request is not closed yet. */
export function requireOpen(request: StoredChangeRequest): void {
  if (isOneOf(OPEN_STATES, request.state)) return
  throw badData(`A change request in the state "${request.state}" is closed.`)
}

/** Throws unless the request still takes changes, and from the caller. */
export async function requireEditable(
  context: QueryContext,
  access: AccessDirectory,
  request: StoredChangeRequest,
): Promise<void> {
  requireOwner(context, request)
  await requireMember(context, access, request.project)
  if (!isOneOf(PENDING_STATES, request.state))
    throw badData(`The changes of a change request in the state "${request.state}" cannot be changed.`)
}

/**
 * Throws unless the caller is a member or an Admin, in a project that is not open (document: "collaboration
 * mode"; docs/contract/projects.md#collaboration-modes).
 */
export async function requireMember(
  context: QueryContext,
  access: AccessDirectory,
  project: string,
): Promise<void> {
  const mode = await readCollaborationMode(context.everything, project)
  if (mode === undefined || mode === 'open') return
  if (context.may({ anyOf: ['ADMIN'] }).allowed) return
  const id = userIdOf(context.caller.actor)
  if (access.grantsOf(id).some((grant) => grant.project === project)) return
  throw new AppError(
    'ForbiddenError',
    `The project "${project}" is ${mode}: only its members can ask for changes there.`,
  )
}
