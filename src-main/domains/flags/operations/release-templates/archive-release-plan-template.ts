import { archiveReleasePlanTemplate as archive } from '../../../../../src-shared/flags/contract/release-templates.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { toTemplate } from '../../records/release-templates/template.ts'
import { requireTemplate, updateTemplate } from '../../records/release-templates/templates.store.ts'

/** No flag gets a plan from it any more; its name stays taken. Archiving it again changes nothing. */
export const archiveReleasePlanTemplate = mutation(
  archive,
  async ({ queries, now, record }, { params: { templateId } }) => {
    const before = await requireTemplate(queries, templateId)
    if (before.archivedAt !== null) return
    const after = { ...before, archivedAt: now.toISOString() }
    await updateTemplate(queries, after)
    record({
      type: 'release-plan-template-archived',
      data: { ...toTemplate(after) },
      preData: { ...toTemplate(before) },
    })
  },
)
