import { getReleasePlanTemplates as all } from '#shared/flags/contract/release-templates.ts'
import { query } from '#kernel/use-case.ts'
import { toTemplate } from '../../records/release-templates/template.ts'
import { readTemplates } from '../../records/release-templates/templates.store.ts'

/** Archived ones too: they say when they were archived. */
export const getReleasePlanTemplates = query(all, async ({ queries }) =>
  (await readTemplates(queries, { of: [null] })).map(toTemplate),
)
