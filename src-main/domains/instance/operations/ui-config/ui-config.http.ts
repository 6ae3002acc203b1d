import { bind } from '../../../../transport/http/bind.ts'
import { getUiConfig } from './get-ui-config.ts'
import type { UiConfigSources } from '../../records/ui-config/ui-config-sources.ts'
import { uiObservability as recordUiError } from './ui-observability.ts'
import { setCors } from './set-cors.ts'

export const uiConfigHttp = (sources: UiConfigSources) => [
  bind(getUiConfig(sources)),
  bind(setCors(sources.frontendOrigins)),
  bind(recordUiError),
]
