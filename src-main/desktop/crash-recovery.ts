import type { BrowserWindow } from 'electron'

/** A page that crashes again so soon would do so for ever. */
const TOO_SOON_MS = 60_000

/** Reloads a page whose process has ended; a second end soon after leads to a page that says so. */
export class CrashRecovery {
  readonly #crashPage: string
  readonly #now: () => number
  #lastCrash = Number.NEGATIVE_INFINITY
  #isAfterCrash = false

  constructor(crashPage: string, now: () => number = () => performance.now()) {
    this.#crashPage = crashPage
    this.#now = now
  }

  watch(window: BrowserWindow): void {
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || window.isDestroyed()) return
      const isAgain = this.#now() - this.#lastCrash < TOO_SOON_MS
      this.#lastCrash = this.#now()
      this.#isAfterCrash = true
      if (isAgain) void window.loadURL(this.#crashPage)
      else window.webContents.reload()
    })
  }

  /** Tells whether the page that has just started replaces one that crashed. Says so once. */
  takeNotice(): boolean {
    const isAfterCrash = this.#isAfterCrash
    this.#isAfterCrash = false
    return isAfterCrash
  }
}
