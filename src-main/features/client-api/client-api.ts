import type { Actor, TokenScope } from '../../kernel/caller.ts'
import type { Queries } from '../../store/queries.ts'
import type { EvaluationLog } from '../evaluation-log/index.ts'
import type { ClientConfiguration } from './client-configuration.ts'
import { ClientDeltas } from './client-deltas.ts'
import { ClientFeaturesBodies } from './client-features-bodies.ts'
import { readFirstEnvironment } from './client-features.read-model.ts'

/** What the use cases of the client and frontend APIs share. */
export class ClientApi {
  readonly configuration: ClientConfiguration
  readonly bodies: ClientFeaturesBodies
  readonly deltas: ClientDeltas
  readonly log: EvaluationLog

  constructor(configuration: ClientConfiguration, log: EvaluationLog) {
    this.log = log
    this.configuration = configuration
    this.bodies = new ClientFeaturesBodies(configuration)
    this.deltas = new ClientDeltas(configuration)
  }

  /**
   * What a caller may see: an SDK's token says it; an admin or a person has all projects of the environment asked for,
   * else of the first of the instance.
   */
  async scopeOf(actor: Actor, queries: Queries, asked?: string): Promise<TokenScope> {
    if (actor.kind === 'backend-token' || actor.kind === 'frontend-token') return actor
    return { environment: asked ?? (await readFirstEnvironment(queries)) ?? 'default', projects: ['*'] }
  }
}
