/** The instance itself: what a new one holds, and whether it is well. */
export { type StoreHealth } from './get-ready.use-case.ts'
export { instanceHttp } from './instance.http.ts'
export { instanceRpc, type InstanceStatus } from './instance.rpc.ts'
export { seedInstance, type FirstStart } from './seed-instance.ts'
export { readInstanceId } from './instance-id.ts'
export { isSeeded } from './seed.store.ts'
