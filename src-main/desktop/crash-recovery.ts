import type { BrowserWindow } from 'electron'

/** A page that crashes again so soon would do so for ever. */
const TOO_SOON_MS = 60_000

/** Reloads a page after its process crashed. If it crashes again soon after, shows an error page. */
export class CrashRecovery {
  readonly #crashPage: () => string
  readonly #now: () => number
  #lastCrash = Number.NEGATIVE_INFINITY
  #isAfterCrash = false

  constructor(crashPage: () => string, now: () => number = () => performance.now()) {
    this.#crashPage = crashPage
    this.#now = now
  }

  watch(window: BrowserWindow): void {
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || window.isDestroyed()) return
      const isAgain = this.#now() - this.#lastCrash < TOO_SOON_MS
      this.#lastCrash = this.#now()
      this.#isAfterCrash = true
      // Chromium is still at the end of the process: what is loaded at once can be lost, or end the app (electron/electron#51900)
      setImmediate(() => {
        if (window.isDestroyed()) return
        if (isAgain) void window.loadURL(this.#crashPage())
        else window.webContents.reload()
      })
    })
  }

  /** Checks whether the new page replaces a crashed one. Returns true only once. */
  takeNotice(): boolean {
    const isAfterCrash = this.#isAfterCrash
    this.#isAfterCrash = false
    return isAfterCrash
  }
}
