import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import {
  archiveReleasePlanTemplate,
  deleteReleasePlanTemplate,
  updateReleasePlanTemplate,
} from './change-templates.use-case.ts'
import { createReleasePlanTemplate } from './create-template.use-case.ts'
import { getReleasePlanTemplate, getReleasePlanTemplates } from './get-templates.use-case.ts'

export const releaseTemplatesRpc = router({
  list: queryOf(getReleasePlanTemplates),
  get: queryOf(getReleasePlanTemplate),
  create: mutationOf(createReleasePlanTemplate),
  update: mutationOf(updateReleasePlanTemplate),
  archive: mutationOf(archiveReleasePlanTemplate),
  remove: mutationOf(deleteReleasePlanTemplate),
})
