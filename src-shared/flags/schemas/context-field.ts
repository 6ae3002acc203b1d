import { z } from 'zod'

import { Instant, urlFriendlyName } from '../../schemas/scalars.ts'
import { Content, MANY, Prose } from '../../schemas/bounded.ts'

/** A value that a context field may have; where a field has any, constraints use no others. */
export const LegalValue = z
  .object({ value: Content.min(1), description: Prose.optional() })
  .meta({ id: 'legalValueSchema' })
export type LegalValue = z.output<typeof LegalValue>

const ContextFieldName = urlFriendlyName('name')

/** Body of PUT, which replaces: a property that is not sent has its default (docs/contract/flags.md#context-fields). */
export const UpdateContextField = z
  .object({
    description: Prose.nullish(),
    stickiness: z.boolean().optional(),
    sortOrder: z.int().optional(),
    legalValues: z.array(LegalValue).max(MANY).optional(),
  })
  .meta({ id: 'updateContextFieldSchema' })
export type UpdateContextField = z.output<typeof UpdateContextField>

export const CreateContextField = UpdateContextField.extend({ name: ContextFieldName }).meta({
  id: 'createContextFieldSchema',
})

export const ValidateContextField = z
  .object({ name: ContextFieldName })
  .meta({ id: 'contextFieldNameSchema' })

export const ContextField = z
  .object({
    name: z.string(),
    description: z.string().nullable(),
    stickiness: z.boolean(),
    sortOrder: z.int(),
    legalValues: z.array(LegalValue),
    createdAt: Instant,
    project: z.string().optional(),
  })
  .meta({ id: 'contextFieldSchema' })
export type ContextField = z.output<typeof ContextField>

/** Context field in lists, with the number of projects and flags that use it. */
export const ListedContextField = ContextField.extend({
  usedInProjects: z.int(),
  usedInFeatures: z.int(),
}).meta({
  id: 'listedContextFieldSchema',
})
export type ListedContextField = z.output<typeof ListedContextField>
