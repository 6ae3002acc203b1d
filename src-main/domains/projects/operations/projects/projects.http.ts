import { bind } from '../../../../transport/http/bind.ts'
import { getProjectOverview } from './get-project-overview.ts'
import { getProjects } from './get-projects.ts'

export const projectsHttp = [bind(getProjects), bind(getProjectOverview)]
