import { createHash } from 'node:crypto'

import { ClientConfiguration } from '#domains/clients/client-api/client-configuration.ts'
import { storedConfiguration } from '#domains/clients/client-api/configuration-source.ts'
import { MoveFailed } from '#store/store-errors.ts'
import type { Queries } from '#store/queries.ts'

/** Compares what SDKs read in every environment of two databases. Rejects with MoveFailed if a byte differs. */
export async function compareClients(from: Queries, to: Queries): Promise<void> {
  const environments = await from.selectFrom('environments').select('name').orderBy('name').execute()
  for (const { name } of environments) {
    const [ours, theirs] = [await sumEnvironment(from, name), await sumEnvironment(to, name)]
    if (ours !== theirs)
      throw new MoveFailed(`SDKs would read something else in the environment ${name} after the move.`)
  }
}

async function sumEnvironment(queries: Queries, environment: string): Promise<string> {
  const configuration = new ClientConfiguration(storedConfiguration(queries))
  await configuration.load()
  const { revision, features, segments } = await configuration.of(environment)
  const hash = createHash('sha256').update(JSON.stringify([revision, segments]))
  for (const { feature, narrowed } of features.values()) hash.update(JSON.stringify([feature, narrowed]))
  return hash.digest('hex')
}
