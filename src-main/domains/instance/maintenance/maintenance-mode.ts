import { OwnChanges } from '#runtime/own-changes.ts'
import type { Queries } from '#store/queries.ts'
import { readSetting } from '#store/setting-rows.ts'

export const MAINTENANCE_SETTING = 'maintenance'

export interface MaintenanceSetting {
  enabled: boolean
}

/** Maintenance mode of the instance, in memory, because it is checked before every write. */
export class MaintenanceMode {
  #isOn = false
  readonly #changes = new OwnChanges()

  get isOn(): boolean {
    return this.#isOn
  }

  /** Loads the stored mode: a restart does not end maintenance. */
  async load(queries: Queries): Promise<void> {
    await this.#changes.readAgain(
      () => readSetting<MaintenanceSetting>(queries, MAINTENANCE_SETTING),
      (setting) => (this.#isOn = setting?.enabled ?? false),
    )
  }

  switch(isOn: boolean): void {
    this.#changes.make(() => (this.#isOn = isOn))
  }
}
