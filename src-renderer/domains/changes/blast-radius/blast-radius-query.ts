import type { BlastRadius, SeenWindow } from '../../../../src-shared/changes/schemas/blast-radius.ts'
import { api, type Inputs } from '../../../lib/api.ts'

type Changes = Inputs['getBlastRadius']['body']['changes']
type Segment = Inputs['getSegmentBlastRadius']['body']['segment']

/** What is about to be saved: changes of a project, a segment (null: its deletion), or all of a change request. */
export type Proposed =
  | { kind: 'changes'; projectId: string; environment?: string; changes: Changes }
  | { kind: 'segment'; id: number; segment: Segment }
  | { kind: 'change-request'; projectId: string; id: number }

/** Asks whom it would touch; `signal` gives the question up. */
export function askBlastRadius(
  proposed: Proposed,
  window: SeenWindow,
  signal: AbortSignal,
): Promise<BlastRadius> {
  switch (proposed.kind) {
    case 'changes': {
      const { projectId, kind: _kind, ...body } = proposed
      return api.getBlastRadius.query({ params: { projectId }, body: { ...body, window } }, { signal })
    }
    case 'segment': {
      const { id, segment } = proposed
      const params = { id: String(id) }
      return api.getSegmentBlastRadius.query({ params, body: { segment, window } }, { signal })
    }
    case 'change-request': {
      const params = { projectId: proposed.projectId, id: String(proposed.id) }
      return api.getChangeRequestBlastRadius.query({ params, query: { window } }, { signal })
    }
  }
}
