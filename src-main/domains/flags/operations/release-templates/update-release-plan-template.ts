import { updateReleasePlanTemplate as update } from '#shared/flags/contract/release-templates.ts'
import { mutation } from '#kernel/use-case.ts'
import { changeTemplate } from '../../records/release-templates/change-template.ts'
import { toTemplate } from '../../records/release-templates/template.ts'
import { requireTemplate } from '../../records/release-templates/templates.store.ts'

export const updateReleasePlanTemplate = mutation(
  update,
  async (context, { params: { templateId }, body }) => {
    const before = await requireTemplate(context.queries, templateId)
    return toTemplate(await changeTemplate(context, before, body))
  },
)
