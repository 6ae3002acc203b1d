import { apiTokensHttp } from '../../features/api-tokens/index.ts'
import { archiveHttp } from '../../features/archive/index.ts'
import { clientApiHttp } from '../../features/client-api/index.ts'
import { contextHttp } from '../../features/context/index.ts'
import { environmentsHttp } from '../../features/environments/index.ts'
import { eventsHttp } from '../../features/events/index.ts'
import { featureEnvironmentsHttp } from '../../features/feature-environments/index.ts'
import { featuresHttp } from '../../features/features/index.ts'
import { frontendApiHttp } from '../../features/frontend-api/index.ts'
import { instanceHttp } from '../../features/instance/index.ts'
import { projectsHttp } from '../../features/projects/index.ts'
import { segmentsHttp } from '../../features/segments/index.ts'
import { sessionsHttp } from '../../features/sessions/index.ts'
import { strategiesHttp } from '../../features/strategies/index.ts'
import type { Services } from '../services.ts'
import type { Binding } from './bind.ts'

/** Every operation that is served: one line per feature (the other such list is rpc/app-router.ts). */
export function allBindings(services: Services): Binding[] {
  const { access, tokens, clientApi, signInLinks, status, baseUrl } = services
  return [
    ...instanceHttp(status),
    ...sessionsHttp(access, signInLinks),
    ...environmentsHttp,
    ...projectsHttp,
    ...featuresHttp,
    ...archiveHttp,
    ...featureEnvironmentsHttp,
    ...strategiesHttp,
    ...segmentsHttp,
    ...contextHttp,
    ...apiTokensHttp(tokens),
    ...clientApiHttp(clientApi),
    ...frontendApiHttp(clientApi),
    ...eventsHttp(baseUrl),
  ]
}
