import { AppError } from '../../../../kernel/app-error.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import { toTemplate, type StoredTemplate } from './template.ts'
import { findTemplateNamed, updateTemplate } from './templates.store.ts'

/** Writes a changed template, and the event with before and after. Flags that have a plan from it keep theirs. */
export async function saveTemplate(
  context: MutationContext,
  before: StoredTemplate,
  after: StoredTemplate,
): Promise<void> {
  await requireFreeTemplateName(context, after.name, after.id)
  await updateTemplate(context.queries, after)
  context.record({
    type: 'release-plan-template-updated',
    data: { ...toTemplate(after) },
    preData: { ...toTemplate(before) },
  })
}

/** Names are unique among templates, archived ones included (docs/contract/releases.md#shapes): 409. */
export async function requireFreeTemplateName(
  { queries }: MutationContext,
  name: string,
  id?: string,
): Promise<void> {
  const other = await findTemplateNamed(queries, name)
  if (other !== undefined && other !== id)
    throw new AppError('NameExistsError', `A release plan template with the name "${name}" already exists`)
}
