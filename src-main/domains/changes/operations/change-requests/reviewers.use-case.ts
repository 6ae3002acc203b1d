import { decide } from '../../../../../src-shared/access/index.ts'
import {
  getAvailableReviewers as available,
  getRequestedApprovers as requested,
  updateRequestedApprovers as update,
} from '../../../../../src-shared/contract/change-request-review.ts'
import { badData, notFound } from '../../../../kernel/app-error.ts'
import { mutation, query } from '../../../../kernel/use-case.ts'
import type { Queries } from '../../../../store/queries.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { projectHasEnvironment, requireProject } from '../../../projects/records/projects/projects.store.ts'
import { imageUrlOf, toActor, type StoredUser } from '../../../access/records/users/user.ts'
import { inEvents } from '../../records/change-requests/change-request.ts'
import { readPeople } from '../../records/change-requests/people.read-model.ts'
import { requireOpen, requireOwner, requireRequest } from '../../records/change-requests/require-request.ts'
import {
  readRequestedReviewers,
  replaceRequestedReviewers,
} from '../../records/change-requests/reviews.store.ts'

/** Who may approve in an environment of a project: those to choose reviewers from. */
export const getAvailableReviewers = (access: AccessDirectory) =>
  query(available, async ({ queries }, { params: { projectId: project, environment } }) => {
    await requireProject(queries, project)
    if (!(await projectHasEnvironment(queries, project, environment)))
      throw notFound(`Could not find environment ${environment} in project ${project}`)
    return { reviewers: (await readReviewers(queries, access, { project, environment })).map(toReviewer) }
  })

export const getRequestedApprovers = query(requested, async (context, { params }) => {
  const { id } = await requireRequest(context, params.projectId, params.id)
  const ids = new Set(await readRequestedReviewers(context.queries, id))
  const people = await readPeople(context.queries)
  return { reviewers: people.filter((person) => ids.has(person.id)).map(toReviewer) }
})

/** Asks others to review; who cannot is not asked. */
export const updateRequestedApprovers = (access: AccessDirectory) =>
  mutation(update, async (context, { params, body }) => {
    const { queries } = context
    const request = await requireRequest(context, params.projectId, params.id)
    requireOwner(context, request)
    requireOpen(request)
    const reviewers = [...new Set(body.reviewers)]
    const able = new Set((await readReviewers(queries, access, request)).map((person) => person.id))
    body.reviewers.forEach((id, index) => {
      if (!able.has(id))
        throw badData(
          `The user ${id} cannot approve change requests in "${request.environment}".`,
          `/body/reviewers/${index}`,
        )
    })
    const before = await readRequestedReviewers(queries, request.id)
    await replaceRequestedReviewers(queries, request.id, reviewers)
    const { data, ...place } = inEvents(request)
    context.record({
      type: 'change-request-requested-approvers-updated',
      ...place,
      data: { ...data, reviewers },
      preData: { ...data, reviewers: before },
    })
  })

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

const toReviewer = (person: StoredUser) => ({
  id: person.id,
  name: person.name,
  email: person.email ?? '',
  username: person.username,
  imageUrl: imageUrlOf(person),
})
