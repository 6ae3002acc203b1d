import { getMaintenance as get } from '#shared/instance/contract/maintenance.ts'
import { query } from '#kernel/use-case.ts'
import type { MaintenanceMode } from '../../records/maintenance/maintenance-mode.ts'

export const getMaintenance = ({ maintenance: mode }: { maintenance: MaintenanceMode }) =>
  query(get, async () => ({ enabled: mode.isOn }))
