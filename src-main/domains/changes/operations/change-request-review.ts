import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { runPlayground } from '#domains/insight/playground/run-playground.ts'
import { projectHasEnvironment, requireProject } from '#domains/projects/projects/projects.store.ts'
import { badData, notFound } from '#kernel/app-error.ts'
import { userIdOf } from '#kernel/caller.ts'
import { dryRun, mutation, query } from '#kernel/use-case.ts'
import {
  CLOSED_STATES,
  OPEN_STATES,
  isOneOf,
  judgeTransition,
  type ChangeRequestState,
} from '#shared/changes/change-requests/index.ts'
import * as contract from '#shared/changes/contract/change-request-review.ts'
import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import { applyChanges } from '../change-requests/apply-changes.ts'
import {
  authorshipOf,
  inEvents,
  titleOf,
  type ChangeRequestDetails,
} from '../change-requests/change-request.ts'
import {
  countByState,
  countChangeRequests,
  readChangeRequests,
  type RequestFilter,
} from '../change-requests/change-requests.store.ts'
import { readDetails } from '../change-requests/details.read-model.ts'
import { readPeople } from '../change-requests/people.read-model.ts'
import { partiesOf, requireOpen, requireOwner, requireRequest } from '../change-requests/require-request.ts'
import {
  insertComment,
  readRequestedReviewers,
  replaceRequestedReviewers,
} from '../change-requests/reviews.store.ts'
import { showFound } from '../change-requests/show-requests.ts'
import { decide } from '#shared/access/rules/index.ts'
import type { Queries } from '#store/queries.ts'
import { imageUrlOf, toActor, type StoredUser } from '#domains/access/users/user.ts'

/** Everybody who sees a request may say something about it, also when it is closed. */
export const addChangeRequestComment = mutation(
  contract.addChangeRequestComment,
  async (context, { params, body }) => {
    const request = await requireRequest(context, params.projectId, params.id)
    const { everything, caller, now } = context
    await insertComment(everything, request.id, { text: body.text, ...authorshipOf(caller.actor, now) })
    context.record({ type: 'change-request-comment-added', ...inEvents(request) })
  },
)

async function readReviewers(
  queries: Queries,
  access: AccessDirectory,
  { project, environment }: { project: string; environment: string },
): Promise<StoredUser[]> {
  const needed = { anyOf: ['APPROVE_CHANGE_REQUEST'] as const, project, environment }
  return (await readPeople(queries)).filter((person) => {
    const subject = access.subjectOf(toActor(person))
    return subject !== undefined && decide(subject, needed).allowed
  })
}

/** Shows a person as a reviewer. */
const toReviewer = (person: StoredUser) => ({
  id: person.id,
  name: person.name,
  email: person.email ?? '',
  username: person.username,
  imageUrl: imageUrlOf(person),
})

export const getRequestedApprovers = query(contract.getRequestedApprovers, async (context, { params }) => {
  const { id } = await requireRequest(context, params.projectId, params.id)
  const ids = new Set(await readRequestedReviewers(context.visible, id))
  const people = await readPeople(context.visible)
  return { reviewers: people.filter((person) => ids.has(person.id)).map(toReviewer) }
})

/** Asks others to review; who cannot is not asked. */
export const updateRequestedApprovers = ({ access }: { access: AccessDirectory }) =>
  mutation(contract.updateRequestedApprovers, async (context, { params, body }) => {
    const { everything } = context
    const request = await requireRequest(context, params.projectId, params.id)
    requireOwner(context, request)
    requireOpen(request)
    const reviewers = [...new Set(body.reviewers)]
    const able = new Set((await readReviewers(everything, access, request)).map((person) => person.id))
    body.reviewers.forEach((id, index) => {
      if (!able.has(id))
        throw badData(
          `The user ${id} cannot approve change requests in "${request.environment}".`,
          `/body/reviewers/${index}`,
        )
    })
    const before = await readRequestedReviewers(everything, request.id)
    await replaceRequestedReviewers(everything, request.id, reviewers)
    const { data, ...place } = inEvents(request)
    context.record({
      type: 'change-request-requested-approvers-updated',
      ...place,
      data: { ...data, reviewers },
      preData: { ...data, reviewers: before },
    })
  })

/** Lists the users who may approve in an environment of a project, as possible reviewers. */
export const getAvailableReviewers = ({ access }: { access: AccessDirectory }) =>
  query(
    contract.getAvailableReviewers,
    async ({ visible }, { params: { projectId: project, environment } }) => {
      await requireProject(visible, project)
      if (!(await projectHasEnvironment(visible, project, environment)))
        throw notFound(`Could not find environment ${environment} in project ${project}`)
      return { reviewers: (await readReviewers(visible, access, { project, environment })).map(toReviewer) }
    },
  )

/** Counts change requests by state. `total` counts those that the caller may see. */
export const getChangeRequestCount = query(
  contract.getChangeRequestCount,
  async ({ visible, caller }, { params: { projectId } }) => {
    await requireProject(visible, projectId)
    const counts = await countByState(visible, { project: projectId, seenBy: userIdOf(caller.actor) })
    const of = (state: ChangeRequestState) => counts.get(state) ?? 0
    return {
      total: [...counts.values()].reduce((sum, one) => sum + one, 0),
      applied: of('Applied'),
      approved: of('Approved'),
      rejected: of('Rejected'),
      reviewRequired: of('In review'),
      scheduled: of('Scheduled'),
    }
  },
)

/**
 * Counts the requests that need the caller's attention: those the caller could approve and has not reviewed
 * yet, and those the caller could apply.
 */
export const getActionableChangeRequests = query(
  contract.getActionableChangeRequests,
  async (context, { params: { projectId } }) => {
    const { visible, caller } = context
    await requireProject(visible, projectId)
    const waiting = await readDetails(
      visible,
      await readChangeRequests(visible, { project: projectId, states: ['In review', 'Approved'] }),
    )
    const waitsForCaller = (request: ChangeRequestDetails) => {
      const next = request.state === 'Approved' ? 'Applied' : 'Approved'
      const hasReviewed = request.reviews.some((one) => one.createdByUserId === userIdOf(caller.actor))
      return (
        judgeTransition(request.state, next, partiesOf(context, request)).allowed &&
        (next === 'Applied' || !hasReviewed)
      )
    }
    return { total: waiting.filter(waitsForCaller).length }
  },
)

/**
 * The scheduled requests that change any of what is named; nothing named, none (docs/contract/changes.md#endpoints).
 */
export const getScheduledChangeRequests = query(
  contract.getScheduledChangeRequests,
  async ({ visible }, { params: { projectId }, query: asked }) => {
    await requireProject(visible, projectId)
    const { feature = [], strategyId = [], variantForFlag = [] } = asked
    const isMeant = (change: RequestedChange) =>
      (change.feature ? feature.includes(change.feature) : false) ||
      strategiesOf(change).some((id) => strategyId.includes(id)) ||
      (change.action === 'patchVariant' && variantForFlag.includes(change.feature))
    const requests = await readDetails(
      visible,
      await readChangeRequests(visible, { project: projectId, states: ['Scheduled'] }),
    )
    return requests
      .filter(({ changes }) => changes.some(({ change }) => isMeant(change)))
      .map((request) => ({ id: request.id, environment: request.environment, title: titleOf(request) }))
  },
)

function strategiesOf(change: RequestedChange): string[] {
  if (change.action === 'updateStrategy' || change.action === 'deleteStrategy') return [change.payload.id]
  return change.action === 'reorderStrategy' ? change.payload.map((one) => one.id) : []
}

const DEFAULT_LIMIT = 50

/** Requests of all projects, the newest first; drafts are their author's alone. */
export const searchChangeRequests = query(
  contract.searchChangeRequests,
  async ({ visible, caller }, { query: asked }) => {
    const { createdBy, requestedApproverId: reviewer, state } = asked
    const filter: RequestFilter = {
      seenBy: userIdOf(caller.actor),
      ...(createdBy === undefined ? {} : { createdBy }),
      ...(reviewer === undefined ? {} : { reviewer }),
      ...(state === undefined ? {} : { states: state === 'open' ? OPEN_STATES : CLOSED_STATES }),
    }
    const page = { offset: asked.offset ?? 0, limit: asked.limit ?? DEFAULT_LIMIT }
    const requests = await readDetails(visible, await readChangeRequests(visible, filter, page))
    return {
      changeRequests: await showFound(visible, requests),
      total: await countChangeRequests(visible, filter),
    }
  },
)

/**
 * Evaluates flags for a context as if the request were applied. The request is applied for the evaluation,
 * then rolled back.
 */
export const getPlaygroundForChangeRequest = dryRun(
  contract.getPlaygroundForChangeRequest,
  async (context, { params, body }) => {
    const request = await requireRequest(context, undefined, params.id)
    if (!isOneOf(['In review', 'Approved', 'Scheduled'], request.state))
      throw badData(`A change request in the state "${request.state}" has no preview.`)
    await applyChanges(context, request)
    const { environment, project } = request
    const asked = { environments: [environment], projects: [project], context: body.context }
    return runPlayground(context, asked, { keep: (play) => play })
  },
)
