import type { Constraint } from '#shared/flags/schemas/constraint.ts'
import type { Segment } from '#shared/flags/schemas/segment.ts'

/** A segment as stored. */
export interface StoredSegment {
  id: number
  name: string
  description: string | null
  /** null: of all projects. */
  project: string | null
  constraints: Constraint[]
  createdBy: string
  createdAt: string
}

/** The contract's form: a segment of all projects names none. */
export function toSegment({ project, ...segment }: StoredSegment): Segment {
  return { ...segment, ...(project === null ? {} : { project }) }
}
