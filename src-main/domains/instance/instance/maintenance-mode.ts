import { AppError } from '#kernel/app-error.ts'
import type { Guard } from '#kernel/guard.ts'
import { OwnChanges } from '#runtime/own-changes.ts'
import type { Operation } from '#shared/contract/index.ts'
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

/**
 * Not PATCH (recorded exchange maintenance/patch-is-not-blocked), and whatever its kind of use case: the playground,
 * too, is refused (recorded exchange maintenance/playground-post-is-blocked).
 */
const BLOCKED_METHODS: readonly string[] = ['POST', 'PUT', 'DELETE']

const isBlocked = ({ method, path }: Pick<Operation, 'method' | 'path'>) =>
  BLOCKED_METHODS.includes(method) && /^\/api\/(admin|halyard)\//.test(path) && !path.includes('/maintenance')

/** Refuses what maintenance mode refuses, to the window as over HTTP (docs/contract/instance.md#maintenance-mode). */
export const guardMaintenance =
  (mode: MaintenanceMode): Guard =>
  (operation) => {
    if (!mode.isOn || !isBlocked(operation)) return
    throw new AppError('MaintenanceError', 'Unleash is currently in maintenance mode.')
  }
