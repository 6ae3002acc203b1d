import { createReleasePlanTemplate as create } from '#shared/flags/contract/release-templates.ts'
import { mutation } from '#kernel/use-case.ts'
import { createTemplate } from '../../records/release-templates/create-template.ts'
import { toTemplate } from '../../records/release-templates/template.ts'

export const createReleasePlanTemplate = mutation(create, async (context, { body }) =>
  toTemplate(await createTemplate(context, body, null)),
)
