import { createReleasePlanTemplate as operation } from '../../../../../src-shared/flags/contract/release-templates.ts'
import { exceedsLimit } from '../../../../kernel/app-error.ts'
import { userIdOf } from '../../../../kernel/caller.ts'
import { mutation, type MutationContext } from '../../../../kernel/use-case.ts'
import { draftMilestones } from '../../records/release-templates/draft-milestones.ts'
import { requireFreeTemplateName } from '../../records/release-templates/save-template.ts'
import { toTemplate, type StoredTemplate } from '../../records/release-templates/template.ts'
import { countTemplates, insertTemplate } from '../../records/release-templates/templates.store.ts'

export const createReleasePlanTemplate = mutation(operation, async (context, { body }) => {
  const { queries, ids, now, caller } = context
  await requireFreeTemplateName(context, body.name)
  await requireRoomForTemplate(context)
  const id = ids.ulid()
  const template: StoredTemplate = {
    id,
    name: body.name,
    description: body.description ?? null,
    createdByUserId: userIdOf(caller.actor),
    createdAt: now.toISOString(),
    archivedAt: null,
    milestones: await draftMilestones(context, id, body.milestones ?? [], []),
  }
  await insertTemplate(queries, template)
  context.record({ type: 'release-plan-template-created', data: { ...toTemplate(template) } })
  return toTemplate(template)
})

/** Archived ones do not count: archiving makes room (docs/contract/limits.md#limits). */
async function requireRoomForTemplate({ queries, limits }: MutationContext): Promise<void> {
  if ((await countTemplates(queries)) >= limits.releaseTemplates)
    throw exceedsLimit('release template', limits.releaseTemplates)
}
