import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { getUiConfig } from './get-ui-config.ts'
import type { UiConfigSources } from '../../records/ui-config/ui-config-sources.ts'
import { setCors } from './set-cors.ts'

export const uiConfigRpc = (sources: UiConfigSources) =>
  router({
    get: queryOf(getUiConfig(sources)),
    setCors: mutationOf(setCors(sources.frontendOrigins)),
  })
