import { notFound } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { changeEnvironment } from './change-environment.ts'
import { findEnvironment } from './environments.store.ts'

/** Enables or disables an environment of the instance. */
export async function toggleEnvironment(
  context: MutationContext,
  name: string,
  enabled: boolean,
): Promise<void> {
  const before = await findEnvironment(context.queries, name)
  if (!before) throw notFound(`Could not find environment ${name}`) // recorded exchange environments/turn-on-unknown
  await changeEnvironment(context, before, { enabled })
}
