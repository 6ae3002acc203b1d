import {
  archiveReleasePlanTemplateForProject,
  createReleasePlanTemplateForProject,
  deleteReleasePlanTemplateForProject,
  updateReleasePlanTemplateForProject,
} from '#shared/flags/contract/project-release-templates.ts'
import {
  archiveReleasePlanTemplate,
  createReleasePlanTemplate,
  deleteReleasePlanTemplate,
  updateReleasePlanTemplate,
} from '#shared/flags/contract/release-templates.ts'
import type { CreateTemplate } from '#shared/flags/schemas/release-plan.ts'
import { changeOf } from '#lib/change.ts'
import type { FormRequest } from '#ui/form-options.ts'
import { need } from '#lib/rights.svelte.ts'
import type { Need } from '#ui/surroundings.ts'

interface Change {
  curl: FormRequest
  send: () => Promise<unknown>
}

/** The instance or a project as the owner of release templates: its page, who may change them, and how. */
export interface TemplateOwner {
  /** Path of the list; a template's own page is below it. */
  path: string
  needs: Record<'create' | 'update' | 'archive' | 'remove', Need>
  create: (body: CreateTemplate) => { curl: FormRequest; send: () => Promise<{ id: string }> }
  update: (id: string, body: CreateTemplate) => Change
  archive: (id: string) => Change
  remove: (id: string) => Change
}

const INSTANCE: TemplateOwner = {
  path: '/release-templates',
  needs: {
    create: need(createReleasePlanTemplate),
    update: need(updateReleasePlanTemplate),
    archive: need(archiveReleasePlanTemplate),
    remove: need(deleteReleasePlanTemplate),
  },
  create: (body) => changeOf(createReleasePlanTemplate, { body }),
  update: (id, body) =>
    changeOf(updateReleasePlanTemplate, { params: { templateId: id }, body: { ...body, id } }),
  archive: (templateId) => changeOf(archiveReleasePlanTemplate, { params: { templateId } }),
  remove: (templateId) => changeOf(deleteReleasePlanTemplate, { params: { templateId } }),
}

/** Finds the owner of the templates of a project; without one, of the instance. */
export function ownerOf(projectId?: string | null): TemplateOwner {
  if (!projectId) return INSTANCE
  const project = { project: projectId }
  const paramsOf = (templateId: string) => ({ projectId, templateId })
  return {
    path: `/projects/${projectId}/settings/release-templates`,
    needs: {
      create: need(createReleasePlanTemplateForProject, project),
      update: need(updateReleasePlanTemplateForProject, project),
      archive: need(archiveReleasePlanTemplateForProject, project),
      remove: need(deleteReleasePlanTemplateForProject, project),
    },
    create: (body) => changeOf(createReleasePlanTemplateForProject, { params: { projectId }, body }),
    update: (id, body) =>
      changeOf(updateReleasePlanTemplateForProject, { params: paramsOf(id), body: { ...body, id } }),
    archive: (id) => changeOf(archiveReleasePlanTemplateForProject, { params: paramsOf(id) }),
    remove: (id) => changeOf(deleteReleasePlanTemplateForProject, { params: paramsOf(id) }),
  }
}
