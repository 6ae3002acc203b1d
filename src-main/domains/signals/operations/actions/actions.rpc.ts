import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { getActionDefinitions, getProjectActions } from './get-actions.use-case.ts'
import { getListeningActionSets } from './get-listening-action-sets.use-case.ts'
import { createActions, updateActions } from './save-actions.use-case.ts'
import { deleteActions, toggleActionSetOff, toggleActionSetOn } from './toggle-actions.use-case.ts'

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
