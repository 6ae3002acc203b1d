import { bind } from '../../../../transport/http/bind.ts'
import type { MaintenanceMode } from '../../records/maintenance/maintenance-mode.ts'
import { getMaintenance, toggleMaintenance } from './maintenance.use-case.ts'

export const maintenanceHttp = (mode: MaintenanceMode) => [
  bind(getMaintenance(mode)),
  bind(toggleMaintenance(mode)),
]
