import { AppError } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { placeOfTemplate, templateInEvent, type StoredTemplate } from './template.ts'
import { findTemplateNamed, updateTemplate } from './templates.store.ts'

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
export async function requireFreeTemplateName(
  { everything }: MutationContext,
  { name, id, project }: Pick<StoredTemplate, 'name' | 'project'> & { id?: string },
): Promise<void> {
  const other = await findTemplateNamed(everything, name, project)
  if (other !== undefined && other !== id)
    throw new AppError('NameExistsError', `A release plan template with the name "${name}" already exists`)
}
