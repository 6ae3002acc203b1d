import { bind } from '../../../../transport/http/bind.ts'
import { getDeprecatedProjectOverview } from './get-deprecated-project-overview.ts'

export const formerProjectsHttp = [bind(getDeprecatedProjectOverview)]
