import os from 'node:os'
import path from 'node:path'

/** Returns the default data folder. The window and `halyard serve` share it. */
export function defaultDataDir(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  const home = os.homedir()
  switch (platform) {
    case 'darwin':
      return path.join(home, 'Library', 'Application Support', 'Halyard')
    case 'win32':
      return path.join(env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'), 'Halyard')
    default:
      return path.join(env['XDG_DATA_HOME'] ?? path.join(home, '.local', 'share'), 'halyard')
  }
}
