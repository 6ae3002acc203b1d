import type { Queries } from '../../../../store/queries.ts'
import { readSetting } from '../../../../store/setting-rows.ts'

export const MAINTENANCE_SETTING = 'maintenance'
export interface MaintenanceSetting {
  enabled: boolean
}

/** Whether the instance is in maintenance mode: asked before every write, so it is known from memory. */
export class MaintenanceMode {
  #isOn = false

  get isOn(): boolean {
    return this.#isOn
  }

  /** As it was left: a restart ends no maintenance. */
  async load(queries: Queries): Promise<void> {
    this.#isOn = (await readSetting<MaintenanceSetting>(queries, MAINTENANCE_SETTING))?.enabled ?? false
  }

  switch(isOn: boolean): void {
    this.#isOn = isOn
  }
}
