import { readHalyard, type Exported } from './read-export.ts'
import { readOriginal } from './original/read-original.ts'
import type { Side } from './side.ts'

/** Reads the instance of a profile; at a service without scenario files, no other flags than those that are asked for. */
export const readSide = (
  side: Side,
  { flags, signal }: { flags?: readonly string[]; signal: AbortSignal },
): Promise<Exported> => (side.original ? readOriginal(side, { flags, signal }) : readHalyard(side, signal))
