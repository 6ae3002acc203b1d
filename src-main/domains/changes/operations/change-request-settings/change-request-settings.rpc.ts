import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { getProjectChangeRequestConfig } from './get-project-change-request-config.ts'
import { updateProjectChangeRequestConfig } from './update-project-change-request-config.ts'

export const changeRequestSettingsRpc = router({
  list: queryOf(getProjectChangeRequestConfig),
  update: mutationOf(updateProjectChangeRequestConfig),
})
