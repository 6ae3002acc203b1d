import { getReleasePlanTemplate as one } from '#shared/flags/contract/release-templates.ts'
import { query } from '#kernel/use-case.ts'
import { toTemplate } from '../../records/release-templates/template.ts'
import { requireTemplate } from '../../records/release-templates/templates.store.ts'

export const getReleasePlanTemplate = query(one, async ({ queries }, { params: { templateId } }) =>
  toTemplate(await requireTemplate(queries, templateId)),
)
