import { toggleEnvironmentOn as on } from '#shared/projects/contract/environments.ts'
import { mutation } from '#kernel/use-case.ts'
import { toggleEnvironment } from '../../records/environments/toggle-environment.ts'

/**
 * On or off says whether new projects get the environment (document: "By default all global environments are
 * available"). What projects, flags and tokens have of it stays as it is.
 */
export const toggleEnvironmentOn = mutation(on, (context, { params: { name } }) =>
  toggleEnvironment(context, name, true),
)
