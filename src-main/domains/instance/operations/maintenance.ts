import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/maintenance.ts'
import { readSetting, writeSetting } from '#store/setting-rows.ts'
import {
  MAINTENANCE_SETTING,
  type MaintenanceMode,
  type MaintenanceSetting,
} from '../instance/maintenance-mode.ts'

export const getMaintenance = ({ maintenance: mode }: { maintenance: MaintenanceMode }) =>
  query(contract.getMaintenance, async () => ({ enabled: mode.isOn }))

/** Turns maintenance mode on or off; it holds from the reply on, and over restarts. */
export const toggleMaintenance = ({ maintenance: mode }: { maintenance: MaintenanceMode }) =>
  mutation(contract.toggleMaintenance, async ({ everything, record, onCommit }, { body: { enabled } }) => {
    const stored = await readSetting<MaintenanceSetting>(everything, MAINTENANCE_SETTING)
    const before = stored?.enabled ?? false
    if (enabled === before) return
    await writeSetting(everything, MAINTENANCE_SETTING, { enabled })
    record({
      type: 'maintenance-mode-updated',
      data: { name: MAINTENANCE_SETTING, enabled },
      preData: { name: MAINTENANCE_SETTING, enabled: before },
    })
    onCommit(() => mode.switch(enabled))
  })
