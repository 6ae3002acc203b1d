import { getSegmentBlastRadius as ofSegment } from '#shared/changes/contract/blast-radius.ts'
import { concludedDryRun } from '#kernel/use-case.ts'
import { environmentNames } from '#domains/access/records/places/places.read-model.ts'
import { requireSegment } from '#domains/flags/records/segments/segments.store.ts'
import type { SeenContexts } from '#domains/clients/records/seen-contexts/seen-contexts.ts'
import { changeSegment } from '../../records/blast-radius/change-segment.ts'
import { propose } from '../../records/blast-radius/proposal.ts'
import { type ProposalSet, compareProposals } from '../../records/blast-radius/compare-proposals.ts'

/** The same for a segment, which strategies of many projects may use. */
export const getSegmentBlastRadius = ({ seenContexts }: { seenContexts: SeenContexts }) =>
  concludedDryRun(
    ofSegment,
    async (context, { params: { id }, body: { segment } }): Promise<ProposalSet> => {
      await requireSegment(context.visible, id)
      const aim = { environments: await environmentNames(context.queries), flags: [], segments: [id] }
      const make = () => changeSegment(context, id, segment)
      return { proposals: await propose(context, aim, make), isHypothetical: false }
    },
    (tried, context, { body }) => compareProposals(seenContexts, tried, context, body.window),
  )
