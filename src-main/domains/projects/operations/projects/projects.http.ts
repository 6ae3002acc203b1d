import { bind } from '../../../../transport/http/bind.ts'
import { getProjectOverview } from './get-project-overview.use-case.ts'
import { getProjects } from './get-projects.use-case.ts'

export const projectsHttp = [bind(getProjects), bind(getProjectOverview)]
