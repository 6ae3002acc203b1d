import { getReleasePlanTemplatesForProject as list } from '#shared/flags/contract/project-release-templates.ts'
import { query } from '#kernel/use-case.ts'
import { toProjectTemplate } from '../../records/release-templates/template.ts'
import { readTemplates } from '../../records/release-templates/templates.store.ts'

/** Archived ones too: they say when they were archived. */
export const getReleasePlanTemplatesForProject = query(
  list,
  async ({ queries }, { params: { projectId }, query: { include } }) => {
    const owners = include === 'root' ? [projectId, null] : [projectId]
    return (await readTemplates(queries, { of: owners })).map(toProjectTemplate)
  },
)
