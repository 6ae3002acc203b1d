import { toggleActionSetOff as off } from '#shared/signals/contract/actions.ts'
import { mutation } from '#kernel/use-case.ts'
import { toActionSet } from '../../records/actions/action-set.ts'
import { requireActionSet } from '../../records/actions/require-action-set.ts'
import { setEnabled } from '../../records/actions/set-enabled.ts'

/** Turns a set off: no signal that is handed to the actions from now on starts it. */
export const toggleActionSetOff = mutation(off, async (context, { params: { projectId, id } }) =>
  toActionSet(await setEnabled(context, await requireActionSet(context.queries, projectId, id), false)),
)
