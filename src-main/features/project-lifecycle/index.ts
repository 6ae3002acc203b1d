/**
 * The life of a project: made, changed, archived, revived, deleted (document: "Project", "States and transitions").
 * It stands apart from `projects`, which everything with a project in it rests on.
 */
export { createProject } from './create-project.use-case.ts'
export { projectLifecycleHttp } from './project-lifecycle.http.ts'
export { projectLifecycleRpc } from './project-lifecycle.rpc.ts'
