import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { getProjectChangeRequestConfig } from './get-config.use-case.ts'
import { updateProjectChangeRequestConfig } from './update-config.use-case.ts'

export const changeRequestSettingsRpc = router({
  list: queryOf(getProjectChangeRequestConfig),
  update: mutationOf(updateProjectChangeRequestConfig),
})
