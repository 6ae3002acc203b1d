import { bind } from '../../../../transport/http/bind.ts'
import { getProjectChangeRequestConfig } from './get-config.use-case.ts'
import { updateProjectChangeRequestConfig } from './update-config.use-case.ts'

export const changeRequestSettingsHttp = [
  bind(getProjectChangeRequestConfig),
  bind(updateProjectChangeRequestConfig),
]
