import type { Recovery } from '#store/open-store.ts'
export { UnusableDatabase } from '#store/store-errors.ts'
import { ConfigError } from '#settings/config.ts'

export interface RecoveryFlags {
  /** A backup to begin from. */
  restore?: string
  startEmpty?: boolean
}

/** Reads from the flags whether to start without the existing data. Throws ConfigError. */
export function readRecovery({ restore, startEmpty }: RecoveryFlags): Recovery | undefined {
  if (restore !== undefined && startEmpty)
    throw new ConfigError('--restore and --start-empty exclude each other')
  if (restore !== undefined) return { restore }
  return startEmpty ? 'start-empty' : undefined
}
