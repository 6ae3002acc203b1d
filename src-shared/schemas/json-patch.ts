import { z } from 'zod'
import { Line, MANY, Name } from './bounded.ts'

/** One operation of RFC 6902. What `value` may be is for the patched document's own schema to say. */
export const PatchOperation = z
  .object({
    op: z.enum(['add', 'remove', 'replace', 'copy', 'move', 'test']),
    path: Line,
    from: Name.optional(),
    value: z.unknown().optional(),
  })
  .meta({ id: 'patchSchema' })
export type PatchOperation = z.output<typeof PatchOperation>

export const Patch = z.array(PatchOperation).max(MANY).meta({ id: 'patchesSchema' })
