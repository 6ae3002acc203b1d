import type { PlannedStep } from '#shared/transfer/scenario/plan-scenario.ts'

/** Change of a file: the reverse of a step that would change the instance. */
export type SourceEdit = 'add' | 'change' | 'remove'

const EDITS: Record<PlannedStep['action'], SourceEdit> = { create: 'remove', update: 'change', delete: 'add' }

/** Tells how a file has to change so that a step is not needed. */
export const editOf = ({ action }: PlannedStep): SourceEdit => EDITS[action]
