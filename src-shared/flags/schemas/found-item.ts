import { z } from 'zod'

/** Kinds of things that the palette finds by name. */
export const FOUND_KINDS = [
  'flag',
  'project',
  'segment',
  'environment',
  'context-field',
  'strategy',
  'release-template',
  'integration',
  'change-request',
  'signal-endpoint',
  'action-set',
  'group',
  'user',
  'service-account',
  'role',
  'api-token',
] as const
export const FoundKind = z.enum(FOUND_KINDS)
export type FoundKind = z.infer<typeof FoundKind>

export const FoundItem = z
  .strictObject({
    kind: FoundKind,
    /** A flag's and a field's name, the number of everything that has one. */
    id: z.string(),
    name: z.string(),
    project: z.string().nullable(),
    /** More to tell it by: an email address, the kind of a token. */
    note: z.string().nullable(),
    /** A flag's environments, in their order. */
    environments: z.array(z.strictObject({ name: z.string(), enabled: z.boolean() })).optional(),
  })
  .meta({ id: 'foundItemSchema' })
export type FoundItem = z.infer<typeof FoundItem>
