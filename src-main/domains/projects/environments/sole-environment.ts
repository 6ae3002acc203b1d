import type { Environment } from '#shared/projects/schemas/environment.ts'
import type { Queries } from '#store/queries.ts'
import { readEnvironments } from './environments.store.ts'

/** Name of the only environment of former versions. */
const NAME_OF_OLD = 'default'

/**
 * Finds the environment that stands for all in versions whose flags had none (ADR 0019). That is the former
 * `default` if it exists, else the first of type production, else the first. Disabled ones are used only if
 * no other is left.
 */
export async function findSoleEnvironment(queries: Queries): Promise<string | undefined> {
  return soleEnvironmentOf(await readEnvironments(queries))
}

/** The same, of environments in their order. */
export function soleEnvironmentOf(
  environments: readonly Pick<Environment, 'name' | 'type' | 'enabled'>[],
): string | undefined {
  const enabled = environments.filter((one) => one.enabled)
  const open = enabled.length > 0 ? enabled : environments
  const sole =
    open.find((one) => one.name === NAME_OF_OLD) ?? open.find((one) => one.type === 'production') ?? open[0]
  return sole?.name
}
