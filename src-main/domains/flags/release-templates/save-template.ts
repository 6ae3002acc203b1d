import type { z } from 'zod'

import { AppError, exceedsLimit, badData } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { placeOfTemplate, templateInEvent, type StoredTemplate } from './template.ts'
import { findTemplateNamed, updateTemplate, countTemplates, insertTemplate } from './templates.store.ts'
import type { CreateTemplate, UpdateTemplate } from '#shared/flags/schemas/release-plan.ts'
import { userIdOf } from '#kernel/caller.ts'
import { draftMilestones } from './draft-milestones.ts'
import { deleteDefinition } from '../milestones/plans.store.ts'

/** Writes a changed template, and the event with before and after. Flags that have a plan from it keep theirs. */
export async function saveTemplate(
  context: MutationContext,
  before: StoredTemplate,
  after: StoredTemplate,
): Promise<void> {
  await requireFreeTemplateName(context, after)
  await updateTemplate(context.everything, after)
  context.record({
    type: 'release-plan-template-updated',
    ...placeOfTemplate(after),
    data: templateInEvent(after),
    preData: templateInEvent(before),
  })
}

/**
 * Names are unique among the templates of the instance and among those of a project, archived ones included
 * (docs/contract/releases.md#shapes): 409.
 */
async function requireFreeTemplateName(
  { everything }: MutationContext,
  { name, id, project }: Pick<StoredTemplate, 'name' | 'project'> & { id?: string },
): Promise<void> {
  const other = await findTemplateNamed(everything, name, project)
  if (other !== undefined && other !== id)
    throw new AppError('NameExistsError', `A release plan template with the name "${name}" already exists`)
}

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
