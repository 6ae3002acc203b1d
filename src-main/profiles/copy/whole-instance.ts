import type { ScenarioItems } from '#shared/transfer/schemas/scenario.ts'
import { inNumber, type LeftOuts } from './left-out.ts'

/** Everything of an instance that a copy can have, with what it cannot. */
export interface WholeInstance {
  /** Lists that the token may not read are absent. */
  items: ScenarioItems
  leftOut: LeftOuts
}

/** Account of an instance that is being read, and the means to end it. */
export interface ReadProgress {
  signal: AbortSignal
  /** Called with what is being read, and how far it is. */
  onProgress: (doing: string, done: number, of: number) => void
}

/** Leaves out what would call other systems by itself. */
export function leaveOutIntegrations(leftOut: LeftOuts, count: number): void {
  if (count === 0) return
  leftOut.add(inNumber(count, 'integration'), 'A copy sends nothing to other systems by itself.')
}
