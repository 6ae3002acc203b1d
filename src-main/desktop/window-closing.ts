import { dialog, type BrowserWindow } from 'electron'

import type { PageMessage } from '#shared/desktop/desktop-messages.ts'
import { sendToPage } from './desktop-channel.ts'
import type { DesktopSettings } from './desktop-settings.ts'

export type OnClose = 'serve' | 'quit'
type Answer = Extract<PageMessage, { kind: 'closing' }>

/** A page that does not even hear the question in this time hangs or has crashed: the desktop asks in its place. */
const PATIENCE_MS = 3000

interface ClosingOptions {
  settings: DesktopSettings
  /** Closing needs no question: the app quits, or its platform keeps it running anyway. */
  isSettled: () => boolean
  /** Another window stays: the app goes on, and only unsaved input is asked about. */
  hasOthers: () => boolean
  onDecided: (choice: OnClose) => void
}

/** The way of a window to its end: the page asks about unsaved input, then whether to keep serving. */
export class WindowClosing {
  readonly #options: ClosingOptions
  #window: BrowserWindow | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isDecided = false

  constructor(options: ClosingOptions) {
    this.#options = options
  }

  /** True if the user has agreed to close this window with its unsaved content. */
  get isDecided(): boolean {
    return this.#isDecided
  }

  watch(window: BrowserWindow): void {
    this.#window = window
    this.#isDecided = false
    window.on('close', (event) => {
      if (this.#isDecided || this.#options.isSettled()) return
      event.preventDefault()
      const asks = !this.#options.hasOthers() && this.#options.settings.values.onClose === 'ask'
      sendToPage(window.webContents, { kind: 'closing', asks })
      // closing repeatedly does not restart the wait
      this.#timer ??= setTimeout(() => void this.#askHere(), PATIENCE_MS)
    })
    window.on('closed', () => this.#heard())
  }

  /** Asks again the next time: the app goes on after all. */
  reset(): void {
    this.#isDecided = false
  }

  receive({ choice, remember }: Answer): void {
    this.#heard()
    if (choice === 'asking' || choice === 'stay') return
    const { settings } = this.#options
    if (choice !== 'remembered') return this.#decide(choice, remember)
    if (this.#options.hasOthers()) return this.#close()
    const { onClose } = settings.values
    if (onClose !== 'ask') this.#decide(onClose, false)
  }

  #heard(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  async #askHere(): Promise<void> {
    this.#timer = undefined
    const window = this.#window
    if (!window || window.isDestroyed()) return
    if (this.#options.hasOthers()) return this.#close()
    const { onClose } = this.#options.settings.values
    if (onClose !== 'ask') return this.#decide(onClose, false)
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: 'Keep serving in the background?',
      detail: 'The window does not respond. SDKs get their flags only while Halyard runs.',
      buttons: ['Keep serving in the background', 'Quit Halyard', 'Cancel'],
      defaultId: 0,
      cancelId: 2,
    })
    if (response < 2) this.#decide(response === 0 ? 'serve' : 'quit', false)
  }

  #decide(choice: OnClose, remember: boolean): void {
    if (remember) this.#options.settings.change({ onClose: choice })
    this.#isDecided = true
    this.#options.onDecided(choice)
    if (choice === 'serve') this.#window?.close()
  }

  #close(): void {
    this.#isDecided = true
    this.#window?.close()
  }
}
