/**
 * Projects: the home of flags. A project has its environments, with a default strategy each, its naming pattern and
 * its members. What is archived takes nothing in: every use case that creates something asks `requireActiveProject`.
 */
export { readActivity, readFirstEnabled, type DayOfEvents } from './project-activity.read-model.ts'
export { countFlags } from './project-flags.read-model.ts'
export { readMembers } from './project-members.read-model.ts'
export { listProjects } from './projects.read-model.ts'
export { readProjectOverview } from './project-overview.read-model.ts'
export { projectsHttp } from './projects.http.ts'
export { projectsRpc } from './projects.rpc.ts'
export {
  environmentsOfProject,
  findActiveProject,
  projectExists,
  projectHasEnvironment,
  readDefaultStrategies,
  readDefaultStrategy,
  requireActiveProject,
  requireProject,
  saveDefaultStrategy,
  type ActiveProject,
  type DefaultStrategy,
} from './projects.store.ts'
