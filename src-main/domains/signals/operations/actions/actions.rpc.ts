import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { getActionDefinitions } from './get-action-definitions.ts'
import { getProjectActions } from './get-project-actions.ts'
import { getListeningActionSets } from './get-listening-action-sets.ts'
import { createActions } from './create-actions.ts'
import { updateActions } from './update-actions.ts'
import { deleteActions } from './delete-actions.ts'
import { toggleActionSetOff } from './toggle-action-set-off.ts'
import { toggleActionSetOn } from './toggle-action-set-on.ts'

export const actionsRpc = router({
  list: queryOf(getProjectActions),
  listening: queryOf(getListeningActionSets),
  definitions: queryOf(getActionDefinitions),
  create: mutationOf(createActions),
  update: mutationOf(updateActions),
  remove: mutationOf(deleteActions),
  on: mutationOf(toggleActionSetOn),
  off: mutationOf(toggleActionSetOff),
})
