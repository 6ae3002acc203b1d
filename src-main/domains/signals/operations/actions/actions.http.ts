import { bind } from '../../../../transport/http/bind.ts'
import { getActionDefinitions } from './get-action-definitions.ts'
import { getProjectActions } from './get-project-actions.ts'
import { getListeningActionSets } from './get-listening-action-sets.ts'
import { createActions } from './create-actions.ts'
import { updateActions } from './update-actions.ts'
import { deleteActions } from './delete-actions.ts'
import { toggleActionSetOff } from './toggle-action-set-off.ts'
import { toggleActionSetOn } from './toggle-action-set-on.ts'

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
