import { bind } from '../../../../transport/http/bind.ts'
import { getUiConfig, type UiConfigSources } from './get-ui-config.use-case.ts'
import { recordUiError } from './record-ui-error.use-case.ts'
import { setCors } from './set-cors.use-case.ts'

export const uiConfigHttp = (sources: UiConfigSources) => [
  bind(getUiConfig(sources)),
  bind(setCors(sources.frontendOrigins)),
  bind(recordUiError),
]
