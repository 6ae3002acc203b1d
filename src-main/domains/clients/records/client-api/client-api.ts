import type { TokenScope } from '../../../../kernel/caller.ts'
import type { QueryContext } from '../../../../kernel/use-case.ts'
import { findSoleEnvironment } from '../../../projects/records/environments/sole-environment.ts'
import type { EvaluationLog } from '../evaluation-log/evaluation-log.ts'
import type { SeenContexts } from '../seen-contexts/seen-contexts.ts'
import type { ClientConfiguration } from './client-configuration.ts'
import { ClientDeltas } from './client-deltas.ts'
import { ClientFeaturesBodies } from './client-features-bodies.ts'
import { readFirstEnvironment, readOpenProjectIds, readProjectIds } from './client-features.read-model.ts'

type Scoped = Pick<QueryContext, 'caller' | 'visible' | 'hidden'>

/** What the use cases of the client and frontend APIs share. */
export class ClientApi {
  readonly configuration: ClientConfiguration
  readonly bodies: ClientFeaturesBodies
  readonly deltas: ClientDeltas
  readonly log: EvaluationLog
  readonly seen: SeenContexts

  constructor(configuration: ClientConfiguration, log: EvaluationLog, seen: SeenContexts) {
    this.log = log
    this.seen = seen
    this.configuration = configuration
    this.bodies = new ClientFeaturesBodies(configuration)
    this.deltas = new ClientDeltas(configuration)
  }

  /**
   * What a caller may see: an SDK's token says it; an admin or a person has all projects of the environment asked for or
   * said to be the caller's, else of the first of the instance; those apart that are hidden from a person. Who comes
   * without a token, as up to version 3, has the one environment that stands for all, and sees no private project
   * (ADR 0019).
   */
  async scopeOf({ caller, visible, hidden }: Scoped, asked = caller.environment): Promise<TokenScope> {
    const { actor } = caller
    if (actor.kind === 'backend-token' || actor.kind === 'frontend-token') return actor
    if (actor.kind === 'anonymous')
      return {
        environment: (await findSoleEnvironment(visible)) ?? 'default',
        projects: (await readOpenProjectIds(visible)) ?? ['*'],
      }
    return {
      environment: asked ?? (await readFirstEnvironment(visible)) ?? 'default',
      projects: hidden.size === 0 ? ['*'] : await readProjectIds(visible),
    }
  }
}
