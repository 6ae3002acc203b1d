import type { PlannedStep } from '../../../../../src-shared/transfer/scenario/plan-scenario.ts'

/** Change of a file: the reverse of a step that would change the instance. */
export type SourceEdit = 'add' | 'change' | 'remove'

/** Tells how a file has to change so that a step is not needed. Archived flags have no place in a file. */
export function editOf({ action, before }: PlannedStep): SourceEdit {
  if (action === 'delete') return 'add'
  const isArchived = typeof before === 'object' && before !== null && 'archived' in before
  return action === 'create' || isArchived ? 'remove' : 'change'
}
