import type { CreateTemplate } from '#shared/flags/schemas/release-plan.ts'
import { exceedsLimit } from '#kernel/app-error.ts'
import { userIdOf } from '#kernel/caller.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { draftMilestones } from './draft-milestones.ts'
import { requireFreeTemplateName } from './save-template.ts'
import { placeOfTemplate, templateInEvent, type StoredTemplate } from './template.ts'
import { countTemplates, insertTemplate } from './templates.store.ts'

/** Creates a template of the instance (null), or of a project. */
export async function createTemplate(
  context: MutationContext,
  { name, description, milestones }: CreateTemplate,
  project: string | null,
): Promise<StoredTemplate> {
  const { everything, ids, now, caller } = context
  await requireFreeTemplateName(context, { name, project })
  await requireRoom(context, project)
  const home = { id: ids.ulid(), project }
  const template: StoredTemplate = {
    ...home,
    name,
    description: description ?? null,
    createdByUserId: userIdOf(caller.actor),
    createdAt: now.toISOString(),
    archivedAt: null,
    milestones: await draftMilestones(context, home, milestones ?? [], []),
  }
  await insertTemplate(everything, template)
  context.record({
    type: 'release-plan-template-created',
    ...placeOfTemplate(template),
    data: templateInEvent(template),
  })
  return template
}

/**
 * The limit holds for the instance's own templates and for those of each project. Archived ones do not count:
 * archiving makes room (docs/contract/limits.md#limits).
 */
async function requireRoom({ everything, limits }: MutationContext, project: string | null): Promise<void> {
  if ((await countTemplates(everything, project)) >= limits.releaseTemplates)
    throw exceedsLimit('release template', limits.releaseTemplates)
}
