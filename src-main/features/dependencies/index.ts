/** Dependencies: flags that are on only when a parent of theirs is as it must be; one level deep, in one project. */
export { addDependency, requireDependable } from './add-dependency.ts'
export { removeDependencies } from './remove-dependencies.ts'
export { readParents } from './dependencies.store.ts'
export { dependenciesHttp } from './dependencies.http.ts'
export { dependenciesRpc } from './dependencies.rpc.ts'
