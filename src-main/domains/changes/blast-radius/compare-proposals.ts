import type { BlastRadius, SeenWindow } from '#shared/changes/schemas/blast-radius.ts'
import type { RequestedChange } from '#shared/changes/schemas/requested-change.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import type { SeenContexts } from '#domains/clients/seen-contexts/seen-contexts.ts'
import { countFlips } from './count-flips.ts'
import type { Proposal } from './proposal.ts'

const HOUR_MS = 3_600_000
const HOURS: Readonly<Record<SeenWindow, number>> = { '1h': 1, '24h': 24, '7d': 7 * 24 }
const DEFAULT_WINDOW: SeenWindow = '24h'

export interface ProposalSet {
  proposals: Proposal[]
  isHypothetical: boolean
}

/** Compares what contexts got before and after. */
export async function compareProposals(
  seen: SeenContexts,
  { proposals, isHypothetical }: ProposalSet,
  { now }: QueryContext,
  window: SeenWindow = DEFAULT_WINDOW,
): Promise<BlastRadius> {
  const since = new Date(now.getTime() - HOURS[window] * HOUR_MS)
  return { window, ...(await countFlips(proposals, { seen, since, now })), isHypothetical }
}

/** Reads which flags and segments changes are for. */
export function changeScopeOf(changes: readonly RequestedChange[]) {
  return {
    flags: [...new Set(changes.flatMap(({ feature }) => feature ?? []))],
    segments: changes.flatMap((change) =>
      change.action === 'updateSegment' || change.action === 'deleteSegment' ? change.payload.id : [],
    ),
  }
}
