import { notFound } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import type { Environment } from '#shared/projects/schemas/environment.ts'
import type { Queries } from '#store/queries.ts'
import { findEnvironment, saveEnvironment } from './environments.store.ts'

/** Changes an environment and tells of it; what is as it should be already is no event. */
export async function changeEnvironment(
  context: MutationContext,
  before: Environment,
  change: Partial<Omit<Environment, 'name'>>,
): Promise<Environment> {
  const after = { ...before, ...change }
  if (Object.entries(change).every(([key, value]) => before[key as keyof Environment] === value))
    return before
  await saveEnvironment(context.everything, after)
  context.record({
    type: 'environment-updated',
    environment: before.name,
    data: { ...after },
    preData: { ...before },
  })
  return after
}

/** An environment; else 404 in the words of recorded exchange environments/unknown. */
export async function requireEnvironment(queries: Queries, name: string): Promise<Environment> {
  const environment = await findEnvironment(queries, name)
  if (!environment) throw notFound(`Could not find environment with name: ${name}`)
  return environment
}
