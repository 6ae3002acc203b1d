import type { Operation } from '#shared/contract/index.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Guard } from '#kernel/execute.ts'
import type { MaintenanceMode } from './maintenance-mode.ts'

/**
 * Not PATCH (recorded exchange maintenance/patch-is-not-blocked), and whatever its kind of use case: the playground,
 * too, is refused (recorded exchange maintenance/playground-post-is-blocked).
 */
const BLOCKED_METHODS: readonly string[] = ['POST', 'PUT', 'DELETE']

const isBlocked = ({ method, path }: Pick<Operation, 'method' | 'path'>) =>
  BLOCKED_METHODS.includes(method) && path.startsWith('/api/admin/') && !path.includes('/maintenance')

/** Refuses what maintenance mode refuses, to the window as over HTTP (docs/contract/instance.md#maintenance-mode). */
export const guardMaintenance =
  (mode: MaintenanceMode): Guard =>
  (operation) => {
    if (!mode.isOn || !isBlocked(operation)) return
    throw new AppError('MaintenanceError', 'Unleash is currently in maintenance mode.')
  }
