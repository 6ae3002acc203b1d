import { bind } from '../../../../transport/http/bind.ts'
import type { MaintenanceMode } from '../../records/maintenance/maintenance-mode.ts'
import { getMaintenance } from './get-maintenance.ts'
import { toggleMaintenance } from './toggle-maintenance.ts'

export const maintenanceHttp = (mode: MaintenanceMode) => [
  bind(getMaintenance(mode)),
  bind(toggleMaintenance(mode)),
]
