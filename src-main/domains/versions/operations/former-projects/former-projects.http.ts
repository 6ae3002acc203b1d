import { bind } from '../../../../transport/http/bind.ts'
import { getDeprecatedProjectOverview } from './get-deprecated-overview.use-case.ts'

export const formerProjectsHttp = [bind(getDeprecatedProjectOverview)]
