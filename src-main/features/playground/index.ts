/** Playground: what flags are for contexts that nobody has sent, in one environment or several, and why. */
export { play } from './get-playground.use-case.ts'
export { playgroundHttp } from './playground.http.ts'
export { playgroundRpc } from './playground.rpc.ts'
