import { toggleEnvironmentOff as off } from '#shared/projects/contract/environments.ts'
import { mutation } from '#kernel/use-case.ts'
import { toggleEnvironment } from '../../records/environments/toggle-environment.ts'

export const toggleEnvironmentOff = mutation(off, (context, { params: { name } }) =>
  toggleEnvironment(context, name, false),
)
