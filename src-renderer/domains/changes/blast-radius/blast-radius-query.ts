import type { BlastRadius, SeenWindow } from '#shared/changes/schemas/blast-radius.ts'
import { api, type Inputs } from '#lib/api.ts'

type Changes = Inputs['getBlastRadius']['body']['changes']
type Segment = Inputs['getSegmentBlastRadius']['body']['segment']

/**
 * Change about to be saved: changes of a project, a segment (null: its deletion), or a whole change request.
 */
export type ProposedSave =
  | { kind: 'changes'; projectId: string; environment?: string; changes: Changes }
  | { kind: 'segment'; id: number; segment: Segment }
  | { kind: 'change-request'; projectId: string; id: number }

/** Requests the affected contexts; `signal` cancels the request. */
export function fetchBlastRadius(
  proposed: ProposedSave,
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
