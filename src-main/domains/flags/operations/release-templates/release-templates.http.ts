import { bind } from '../../../../transport/http/bind.ts'
import { archiveReleasePlanTemplate } from './archive-release-plan-template.ts'
import { deleteReleasePlanTemplate } from './delete-release-plan-template.ts'
import { updateReleasePlanTemplate } from './update-release-plan-template.ts'
import { createReleasePlanTemplate } from './create-release-plan-template.ts'
import { getReleasePlanTemplate } from './get-release-plan-template.ts'
import { getReleasePlanTemplates } from './get-release-plan-templates.ts'
import { addReleasePlanTemplateMilestone } from './add-release-plan-template-milestone.ts'
import { deleteReleasePlanTemplateMilestone } from './delete-release-plan-template-milestone.ts'
import { updateReleasePlanTemplateMilestone } from './update-release-plan-template-milestone.ts'
import { addReleasePlanTemplateStrategy } from './add-release-plan-template-strategy.ts'
import { deleteReleasePlanTemplateStrategy } from './delete-release-plan-template-strategy.ts'
import { updateReleasePlanTemplateStrategy } from './update-release-plan-template-strategy.ts'

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
