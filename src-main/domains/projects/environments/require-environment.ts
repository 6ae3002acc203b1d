import type { Environment } from '#shared/projects/schemas/environment.ts'
import { notFound } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { findEnvironment } from './environments.store.ts'

/** An environment; else 404 in the words of recorded exchange environments/unknown. */
export async function requireEnvironment(queries: Queries, name: string): Promise<Environment> {
  const environment = await findEnvironment(queries, name)
  if (!environment) throw notFound(`Could not find environment with name: ${name}`)
  return environment
}
