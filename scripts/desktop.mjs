// What `npm start` and `npm run dev` ask of the machine before they open a window.
import { ensureElectron } from './electron-dist.mjs'

/** Reason that there can be no window here; undefined: there can. */
export function noDisplay() {
  if (process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return undefined
  return 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)'
}

/** Reason that no Electron can be had; undefined: it is there now. */
export function noElectron() {
  try {
    ensureElectron()
    return undefined
  } catch (error) {
    return `Electron cannot be had (${error.message})`
  }
}

/** Root needs this (a container, CI): Chromium's sandbox refuses to run as root. */
export function sandboxSwitches() {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : []
}
