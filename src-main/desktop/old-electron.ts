import type { Logger } from '#kernel/logger.ts'

/** The oldest major version that gets security fixes: Electron supports its newest three. Raise it with package.json. */
export const OLDEST_SUPPORTED = 43

/** Warns where the window runs on an Electron without security fixes, such as the fallback of scripts/electron-dist.mjs. */
export function warnOfOldElectron(logger: Pick<Logger, 'warn'>, version: string | undefined): void {
  const major = Number.parseInt(version ?? '', 10)
  if (major >= OLDEST_SUPPORTED) return
  logger.warn(
    { electron: version, oldestSupported: OLDEST_SUPPORTED },
    'this Electron gets no security fixes any more: install the one of package.json (npx install-electron), ' +
      'or use a browser (halyard serve)',
  )
}
