import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { MaintenanceMode } from '../../records/maintenance/maintenance-mode.ts'
import { getMaintenance, toggleMaintenance } from './maintenance.use-case.ts'

export const maintenanceRpc = (mode: MaintenanceMode) =>
  router({
    get: queryOf(getMaintenance(mode)),
    toggle: mutationOf(toggleMaintenance(mode)),
  })
