import type { AddonProvider } from '#shared/integrations/addons/index.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { createTagTypeRow } from '#domains/flags/tags/create-tag-type.ts'
import { findTagType } from '#domains/flags/tags/tags.store.ts'

/** Creates the tag types that a provider uses and that are missing. */
export async function registerTagTypes(context: MutationContext, { tagTypes }: AddonProvider): Promise<void> {
  for (const { description = null, ...type } of tagTypes ?? [])
    if (!(await findTagType(context.queries, type.name)))
      await createTagTypeRow(context, { ...type, description })
}
