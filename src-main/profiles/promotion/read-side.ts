import { readOriginal, type OriginalReading } from './original/read-original.ts'
import { readHalyard, type Exported } from './read-export.ts'
import type { Side } from './side.ts'

/** Reads the instance of a profile; at a service without scenario files, no more than is asked for. */
export const readSide = (side: Side, reading: OriginalReading): Promise<Exported> =>
  side.original ? readOriginal(side, reading) : readHalyard(side, reading.signal)
