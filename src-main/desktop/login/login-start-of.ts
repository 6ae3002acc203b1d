import os from 'node:os'
import path from 'node:path'

import { app } from 'electron'

import { AutostartFile, LoginItem, type LoginStart } from './login-start.ts'

/** Finds how this system opens the app at login, with the present data folder. */
export function loginStartOf(dataDir: string): LoginStart {
  // an app that is run from its source is an argument of Electron
  const args = [...(app.isPackaged ? [] : [app.getAppPath()]), `--data-dir=${dataDir}`]
  if (process.platform !== 'linux') return new LoginItem(app, args)
  const folder = process.env['XDG_CONFIG_HOME'] ?? path.join(os.homedir(), '.config')
  // an AppImage runs from a folder that is gone afterwards
  return new AutostartFile(folder, [process.env['APPIMAGE'] ?? process.execPath, ...args])
}
