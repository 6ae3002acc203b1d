import {
  toggleEnvironmentOff as off,
  toggleEnvironmentOn as on,
} from '../../../../../src-shared/contract/environments.ts'
import { notFound } from '../../../../kernel/app-error.ts'
import { mutation, type MutationContext } from '../../../../kernel/use-case.ts'
import { changeEnvironment } from '../../records/environments/change-environment.ts'
import { findEnvironment } from '../../records/environments/environments.store.ts'

/**
 * On or off says whether new projects get the environment (document: "By default all global environments are
 * available"). What projects, flags and tokens have of it stays as it is.
 */
export const toggleEnvironmentOn = mutation(on, (context, { params: { name } }) =>
  toggle(context, name, true),
)

export const toggleEnvironmentOff = mutation(off, (context, { params: { name } }) =>
  toggle(context, name, false),
)

async function toggle(context: MutationContext, name: string, enabled: boolean): Promise<void> {
  const before = await findEnvironment(context.queries, name)
  if (!before) throw notFound(`Could not find environment ${name}`) // recorded exchange environments/turn-on-unknown
  await changeEnvironment(context, before, { enabled })
}
