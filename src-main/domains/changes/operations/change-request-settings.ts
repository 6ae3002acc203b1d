import { requireActiveProject, requireProject } from '#domains/projects/projects/projects.store.ts'
import { notFound } from '#kernel/app-error.ts'
import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/changes/contract/change-request-settings.ts'
import { APPROVALS } from '#shared/changes/schemas/change-request.ts'
import { readSettings, saveSettings } from '../change-requests/change-request-settings.store.ts'

/** One entry for each environment of the project (docs/contract/changes.md#endpoints). */
export const getProjectChangeRequestConfig = query(
  contract.getProjectChangeRequestConfig,
  async ({ visible }, { params }) => {
    await requireProject(visible, params.projectId)
    const settings = await readSettings(visible, params.projectId)
    return settings.map(({ environment, type, requiredApprovals }) => ({
      environment,
      type,
      changeRequestEnabled: requiredApprovals !== null,
      requiredApprovals,
    }))
  },
)

/**
 * Turns requests on or off in an environment of a project. A number that is not sent stays as it is; that of the
 * environment wins (docs/contract/changes.md#endpoints, docs/contract/changes.md#min-approvals; document:
 * "environments: required approvals default").
 */
export const updateProjectChangeRequestConfig = mutation(
  contract.updateProjectChangeRequestConfig,
  async (context, { params, body }) => {
    const { everything } = context
    const { projectId: project, environment } = params
    await requireActiveProject(everything, project)
    const before = (await readSettings(everything, project)).find((one) => one.environment === environment)
    if (!before) throw notFound(`Could not find environment ${environment} in project ${project}`)
    const asked = before.ownApprovals ?? body.requiredApprovals ?? before.requiredApprovals ?? APPROVALS.least
    const requiredApprovals = body.changeRequestsEnabled
      ? Math.min(APPROVALS.most, Math.max(APPROVALS.least, asked))
      : null
    if (requiredApprovals === before.requiredApprovals) return
    await saveSettings(everything, project, environment, requiredApprovals)
    context.record({
      type: 'change-request-configuration-updated',
      project,
      environment,
      data: toData(requiredApprovals),
      preData: toData(before.requiredApprovals),
    })
  },
)

const toData = (requiredApprovals: number | null) => ({
  changeRequestsEnabled: requiredApprovals !== null,
  requiredApprovals,
})
