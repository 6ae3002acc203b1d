import { bind } from '../../../../transport/http/bind.ts'
import { getActionDefinitions, getProjectActions } from './get-actions.use-case.ts'
import { getListeningActionSets } from './get-listening-action-sets.use-case.ts'
import { createActions, updateActions } from './save-actions.use-case.ts'
import { deleteActions, toggleActionSetOff, toggleActionSetOn } from './toggle-actions.use-case.ts'

export const actionsHttp = [
  bind(getProjectActions),
  bind(createActions, { headers: ({ id }) => ({ location: `actions/${id}` }) }),
  bind(getActionDefinitions),
  bind(getListeningActionSets),
  bind(updateActions),
  bind(deleteActions),
  bind(toggleActionSetOn),
  bind(toggleActionSetOff),
]
