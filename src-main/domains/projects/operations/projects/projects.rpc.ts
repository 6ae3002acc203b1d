import { queryOf, router } from '../../../../transport/rpc/init.ts'
import { getProjectOverview } from './get-project-overview.ts'
import { getProjects } from './get-projects.ts'

export const projectsRpc = router({ list: queryOf(getProjects), overview: queryOf(getProjectOverview) })
