import { getAvailableReviewers as available } from '#shared/changes/contract/change-request-review.ts'
import { notFound } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { projectHasEnvironment, requireProject } from '#domains/projects/records/projects/projects.store.ts'
import { readReviewers, toReviewer } from '../../records/change-requests/read-reviewers.ts'

/** Lists the users who may approve in an environment of a project, as possible reviewers. */
export const getAvailableReviewers = ({ access }: { access: AccessDirectory }) =>
  query(available, async ({ queries }, { params: { projectId: project, environment } }) => {
    await requireProject(queries, project)
    if (!(await projectHasEnvironment(queries, project, environment)))
      throw notFound(`Could not find environment ${environment} in project ${project}`)
    return { reviewers: (await readReviewers(queries, access, { project, environment })).map(toReviewer) }
  })
