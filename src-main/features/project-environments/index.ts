/**
 * Project environments: which environments of the instance a project has. Its flags are switched in those alone;
 * taking one out takes what they have set there with it.
 */
export { addEnvironmentToProject } from './add-environment.use-case.ts'
export { projectEnvironmentsHttp } from './project-environments.http.ts'
export { projectEnvironmentsRpc } from './project-environments.rpc.ts'
