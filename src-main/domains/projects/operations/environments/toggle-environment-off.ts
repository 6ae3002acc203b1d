import { toggleEnvironmentOff as off } from '../../../../../src-shared/projects/contract/environments.ts'
import { mutation } from '../../../../kernel/use-case.ts'
import { toggle } from '../../records/environments/toggle-environment.ts'

export const toggleEnvironmentOff = mutation(off, (context, { params: { name } }) =>
  toggle(context, name, false),
)
