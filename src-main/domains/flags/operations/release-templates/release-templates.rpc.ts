import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { archiveReleasePlanTemplate } from './archive-release-plan-template.ts'
import { deleteReleasePlanTemplate } from './delete-release-plan-template.ts'
import { updateReleasePlanTemplate } from './update-release-plan-template.ts'
import { createReleasePlanTemplate } from './create-release-plan-template.ts'
import { getReleasePlanTemplate } from './get-release-plan-template.ts'
import { getReleasePlanTemplates } from './get-release-plan-templates.ts'

export const releaseTemplatesRpc = router({
  list: queryOf(getReleasePlanTemplates),
  get: queryOf(getReleasePlanTemplate),
  create: mutationOf(createReleasePlanTemplate),
  update: mutationOf(updateReleasePlanTemplate),
  archive: mutationOf(archiveReleasePlanTemplate),
  remove: mutationOf(deleteReleasePlanTemplate),
})
