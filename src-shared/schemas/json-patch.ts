import { z } from 'zod'

/** One operation of RFC 6902. What `value` may be is for the patched document's own schema to say. */
export const PatchOperation = z
  .object({
    op: z.enum(['add', 'remove', 'replace', 'copy', 'move', 'test']),
    path: z.string(),
    from: z.string().optional(),
    value: z.unknown().optional(),
  })
  .meta({ id: 'patchSchema' })
export type PatchOperation = z.output<typeof PatchOperation>

export const Patch = z.array(PatchOperation).meta({ id: 'patchesSchema' })
