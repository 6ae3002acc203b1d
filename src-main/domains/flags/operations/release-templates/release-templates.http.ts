import { bind } from '../../../../transport/http/bind.ts'
import {
  archiveReleasePlanTemplate,
  deleteReleasePlanTemplate,
  updateReleasePlanTemplate,
} from './change-templates.use-case.ts'
import { createReleasePlanTemplate } from './create-template.use-case.ts'
import { getReleasePlanTemplate, getReleasePlanTemplates } from './get-templates.use-case.ts'
import {
  addReleasePlanTemplateMilestone,
  deleteReleasePlanTemplateMilestone,
  updateReleasePlanTemplateMilestone,
} from './template-milestones.use-case.ts'
import {
  addReleasePlanTemplateStrategy,
  deleteReleasePlanTemplateStrategy,
  updateReleasePlanTemplateStrategy,
} from './template-strategies.use-case.ts'

export const releaseTemplatesHttp = [
  bind(getReleasePlanTemplates),
  bind(createReleasePlanTemplate),
  bind(getReleasePlanTemplate),
  bind(updateReleasePlanTemplate),
  bind(deleteReleasePlanTemplate),
  bind(archiveReleasePlanTemplate),
  bind(addReleasePlanTemplateMilestone),
  bind(updateReleasePlanTemplateMilestone),
  bind(deleteReleasePlanTemplateMilestone),
  bind(addReleasePlanTemplateStrategy),
  bind(updateReleasePlanTemplateStrategy),
  bind(deleteReleasePlanTemplateStrategy),
]
