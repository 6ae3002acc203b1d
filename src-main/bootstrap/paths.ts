import os from 'node:os'
import path from 'node:path'

/** Where the data lies unless said otherwise: the same folder for the window and for `halyard serve`. */
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
