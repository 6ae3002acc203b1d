import {
  updateProject as update,
  updateProjectEnterpriseSettings as settings,
} from '../../../../../src-shared/contract/project-lifecycle.ts'
import { badData } from '../../../../kernel/app-error.ts'
import { mutation, type MutationContext } from '../../../../kernel/use-case.ts'
import type { AccessDirectory } from '../../../access/records/access/access-directory.ts'
import { fillTemplate } from '../../../flags/records/flag-links/add-link.ts'
import { toLinkUrl } from '../../../flags/records/flag-links/link-url.ts'
import { toNaming } from '../../records/project-lifecycle/naming-pattern.ts'
import { saveProject, type ManagedProject } from '../../records/project-lifecycle/project-lifecycle.store.ts'
import { requireManagedProject } from '../../records/project-lifecycle/require-managed-project.ts'

/** Sets what is sent; the name always is (docs/contract/projects.md#endpoints). */
export const updateProject = (access: AccessDirectory) =>
  mutation(update, async (context, { params: { projectId }, body }) => {
    const before = await requireManagedProject(context.queries, projectId)
    await save(context, access, before, {
      ...before,
      name: body.name.trim(),
      description: body.description === undefined ? before.description : body.description,
      mode: body.mode ?? before.mode,
      defaultStickiness: body.defaultStickiness ?? before.defaultStickiness,
    })
  })

/** Sets what is sent of the settings; flags that are there need not fit a new naming pattern. */
export const updateProjectEnterpriseSettings = (access: AccessDirectory) =>
  mutation(settings, async (context, { params: { projectId }, body }) => {
    const before = await requireManagedProject(context.queries, projectId)
    await save(context, access, before, {
      ...before,
      mode: body.mode ?? before.mode,
      featureNaming: body.featureNaming === undefined ? before.featureNaming : toNaming(body.featureNaming),
      linkTemplates: (body.linkTemplates ?? before.linkTemplates).map(requireUsable),
      featureLimit: body.featureLimit === undefined ? before.featureLimit : body.featureLimit,
    })
  })

/** A template that no flag could be given a link by would have every new flag refused. */
function requireUsable(
  template: ManagedProject['linkTemplates'][number],
  index: number,
): ManagedProject['linkTemplates'][number] {
  const { urlTemplate } = template
  try {
    toLinkUrl(fillTemplate(urlTemplate, { name: 'flag', project: 'project' }))
  } catch {
    throw badData(`Invalid URL: ${urlTemplate}`, `/body/linkTemplates/${index}/urlTemplate`)
  }
  return template
}

async function save(
  context: MutationContext,
  access: AccessDirectory,
  before: ManagedProject,
  after: ManagedProject,
): Promise<void> {
  await saveProject(context.queries, after, context.now.toISOString())
  // who sees a private project holds from the reply on
  if (after.mode !== before.mode) access.refreshAfter(context)
  context.record({
    type: 'project-updated',
    project: after.id,
    data: { ...after },
    preData: { ...before },
  })
}
