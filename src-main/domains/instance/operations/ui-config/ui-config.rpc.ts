import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { getUiConfig, type UiConfigSources } from './get-ui-config.use-case.ts'
import { setCors } from './set-cors.use-case.ts'

export const uiConfigRpc = (sources: UiConfigSources) =>
  router({
    get: queryOf(getUiConfig(sources)),
    setCors: mutationOf(setCors(sources.frontendOrigins)),
  })
