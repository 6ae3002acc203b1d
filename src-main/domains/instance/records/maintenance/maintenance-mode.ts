import type { Queries } from '../../../../store/queries.ts'
import { readSetting } from '../../../../store/setting-rows.ts'

export const MAINTENANCE_SETTING = 'maintenance'

export interface MaintenanceSetting {
  enabled: boolean
}

/** Maintenance mode of the instance, in memory, because it is checked before every write. */
export class MaintenanceMode {
  #isOn = false

  get isOn(): boolean {
    return this.#isOn
  }

  /** Loads the stored mode: a restart does not end maintenance. */
  async load(queries: Queries): Promise<void> {
    this.#isOn = (await readSetting<MaintenanceSetting>(queries, MAINTENANCE_SETTING))?.enabled ?? false
  }

  switch(isOn: boolean): void {
    this.#isOn = isOn
  }
}
