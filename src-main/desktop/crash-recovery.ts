/** A page that crashes again so soon would do so for ever. */
const TOO_SOON_MS = 60_000
/**
 * A page that has not come by then was lost, and is loaded again: under load, a try after a crash can leave an empty window. Each try gets twice
 * the time of the one before, so that a slow page comes, too.
 */
const LOST_MS = 30_000

/** Window of Electron, as far as it is needed here. */
export interface CrashingWindow {
  isDestroyed(): boolean
  loadURL(url: string): Promise<unknown>
  readonly webContents: {
    reload(): void
    on(
      event: 'render-process-gone',
      listener: (event: unknown, details: { readonly reason: string }) => void,
    ): unknown
    once(event: 'render-process-gone', listener: () => void): unknown
    once(event: 'did-finish-load', listener: () => void): unknown
  }
}

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

  watch(window: CrashingWindow): void {
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || window.isDestroyed()) return
      const isAgain = this.#now() - this.#lastCrash < TOO_SOON_MS
      this.#lastCrash = this.#now()
      let again: NodeJS.Timeout | undefined
      const load = (lostAfterMs: number) => {
        if (window.isDestroyed()) return
        again = setTimeout(() => load(2 * lostAfterMs), lostAfterMs)
        this.#isAfterCrash = true
        if (isAgain) void window.loadURL(this.#crashPage())
        else window.webContents.reload()
      }
      const stop = () => clearTimeout(again)
      window.webContents.once('did-finish-load', stop)
      window.webContents.once('render-process-gone', stop)
      // Chromium is still at the end of the process: what is loaded at once can be lost, or end the app (electron/electron#51900)
      setImmediate(load, LOST_MS)
    })
  }

  /** Checks whether the new page replaces a crashed one. Returns true only once. */
  takeNotice(): boolean {
    const isAfterCrash = this.#isAfterCrash
    this.#isAfterCrash = false
    return isAfterCrash
  }
}
