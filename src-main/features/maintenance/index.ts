/** Maintenance mode: nothing is changed by people for a while, and SDKs are served on. */
export { guardMaintenance } from './guard-maintenance.ts'
export { MaintenanceMode } from './maintenance-mode.ts'
export { maintenanceHttp } from './maintenance.http.ts'
export { maintenanceRpc } from './maintenance.rpc.ts'
