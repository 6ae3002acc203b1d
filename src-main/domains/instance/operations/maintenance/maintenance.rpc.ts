import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import type { MaintenanceMode } from '../../records/maintenance/maintenance-mode.ts'
import { getMaintenance } from './get-maintenance.ts'
import { toggleMaintenance } from './toggle-maintenance.ts'

export const maintenanceRpc = (mode: MaintenanceMode) =>
  router({
    get: queryOf(getMaintenance(mode)),
    toggle: mutationOf(toggleMaintenance(mode)),
  })
