import type { ProjectReleaseTemplate, ReleasePlanTemplate } from '#shared/flags/schemas/release-plan.ts'
import { api } from '#lib/api.ts'
import { keys } from '#lib/queries.ts'

/** Template in a list; those of a project's list name the project that they belong to, if any. */
export type ListedTemplate = ReleasePlanTemplate & Partial<Pick<ProjectReleaseTemplate, 'project'>>

interface TemplatesQuery {
  queryKey: readonly string[]
  queryFn: () => Promise<ListedTemplate[]>
}

/** Reads the release templates that flags of all projects, or of one, may use; archived ones too. */
export const templatesQuery = (projectId?: string): TemplatesQuery =>
  projectId === undefined
    ? { queryKey: keys.releaseTemplates, queryFn: () => api.getReleasePlanTemplates.query({}) }
    : {
        queryKey: keys.templatesOfProject(projectId),
        queryFn: () =>
          api.getReleasePlanTemplatesForProject.query({
            params: { projectId },
            query: { include: 'root' as const },
          }),
      }
