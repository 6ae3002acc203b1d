import { bind } from '../../../../transport/http/bind.ts'
import { getProjectChangeRequestConfig } from './get-project-change-request-config.ts'
import { updateProjectChangeRequestConfig } from './update-project-change-request-config.ts'

export const changeRequestSettingsHttp = [
  bind(getProjectChangeRequestConfig),
  bind(updateProjectChangeRequestConfig),
]
