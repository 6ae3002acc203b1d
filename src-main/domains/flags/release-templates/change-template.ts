import type { z } from 'zod'

import type { UpdateTemplate } from '#shared/flags/schemas/release-plan.ts'
import { badData } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { deleteDefinition } from '../milestones/plans.store.ts'
import { draftMilestones } from './draft-milestones.ts'
import { saveTemplate } from './save-template.ts'
import { placeOfTemplate, templateInEvent, type StoredTemplate } from './template.ts'
import { updateTemplate } from './templates.store.ts'

/** Replaces name, description and, where they are sent, milestones. */
export async function changeTemplate(
  context: MutationContext,
  before: StoredTemplate,
  body: z.output<typeof UpdateTemplate>,
): Promise<StoredTemplate> {
  if (body.id !== before.id) throw badData('The id of a release plan template cannot be changed', '/body/id')
  const after = {
    ...before,
    name: body.name,
    description: body.description ?? null,
    milestones: body.milestones
      ? await draftMilestones(context, before, body.milestones, before.milestones)
      : before.milestones,
  }
  await saveTemplate(context, before, after)
  return after
}

/** No flag gets a plan from it any more; its name stays taken. Archiving it again changes nothing. */
export async function archiveTemplate(
  { everything, now, record }: MutationContext,
  before: StoredTemplate,
): Promise<void> {
  if (before.archivedAt !== null) return
  const after = { ...before, archivedAt: now.toISOString() }
  await updateTemplate(everything, after)
  record({
    type: 'release-plan-template-archived',
    ...placeOfTemplate(after),
    data: templateInEvent(after),
    preData: templateInEvent(before),
  })
}

/** Plans that were made from it stay: they are copies. */
export async function deleteTemplate(
  { everything, record }: MutationContext,
  template: StoredTemplate,
): Promise<void> {
  await deleteDefinition(everything, template.id)
  record({
    type: 'release-plan-template-deleted',
    ...placeOfTemplate(template),
    preData: templateInEvent(template),
  })
}
