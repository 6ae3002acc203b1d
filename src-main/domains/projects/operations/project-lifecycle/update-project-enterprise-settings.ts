import { updateProjectEnterpriseSettings as settings } from '#shared/projects/contract/project-lifecycle.ts'
import { badData } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/records/access/access-directory.ts'
import { fillTemplate } from '#domains/flags/records/flag-links/add-link.ts'
import { toLinkUrl } from '#domains/flags/records/flag-links/link-url.ts'
import { toNaming } from '../../records/project-lifecycle/naming-pattern.ts'
import type { ManagedProject } from '../../records/project-lifecycle/project-lifecycle.store.ts'
import { requireManagedProject } from '../../records/project-lifecycle/require-managed-project.ts'
import { saveProjectUpdate } from '../../records/project-lifecycle/save-project.ts'

/** Sets what is sent of the settings; flags that are there need not fit a new naming pattern. */
export const updateProjectEnterpriseSettings = ({ access }: { access: AccessDirectory }) =>
  mutation(settings, async (context, { params: { projectId }, body }) => {
    const before = await requireManagedProject(context.queries, projectId)
    await saveProjectUpdate(context, access, before, {
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
