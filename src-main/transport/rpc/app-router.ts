import { apiTokensRpc } from '../../features/api-tokens/index.ts'
import { archiveRpc } from '../../features/archive/index.ts'
import { contextRpc } from '../../features/context/index.ts'
import { environmentsRpc } from '../../features/environments/index.ts'
import { eventsRpc } from '../../features/events/index.ts'
import { featureEnvironmentsRpc } from '../../features/feature-environments/index.ts'
import { featuresRpc } from '../../features/features/index.ts'
import { instanceRpc } from '../../features/instance/index.ts'
import { projectsRpc } from '../../features/projects/index.ts'
import { segmentsRpc } from '../../features/segments/index.ts'
import { sessionsRpc } from '../../features/sessions/index.ts'
import { strategiesRpc } from '../../features/strategies/index.ts'
import type { Services } from '../services.ts'
import { router } from './init.ts'

/** What the window talks to: one line per feature (the other such list is http/bindings.ts). */
export function createAppRouter(services: Services) {
  return router({
    instance: instanceRpc(services.status),
    sessions: sessionsRpc(services.access),
    environments: environmentsRpc,
    projects: projectsRpc,
    features: featuresRpc,
    archive: archiveRpc,
    featureEnvironments: featureEnvironmentsRpc,
    strategies: strategiesRpc,
    segments: segmentsRpc,
    context: contextRpc,
    apiTokens: apiTokensRpc(services.tokens),
    events: eventsRpc,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>
