import { queryOf, router } from '../../../../transport/rpc/init.ts'
import { getProjectOverview } from './get-project-overview.use-case.ts'
import { getProjects } from './get-projects.use-case.ts'

export const projectsRpc = router({ list: queryOf(getProjects), overview: queryOf(getProjectOverview) })
