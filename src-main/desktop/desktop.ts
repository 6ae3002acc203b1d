import { existsSync } from 'node:fs'

import { app, nativeTheme, shell, type BrowserWindow, type WebContents } from 'electron'

import type { SsoIntegration } from '../../src-shared/access/schemas/single-sign-on.ts'
import type { PageMessage } from '../../src-shared/desktop/desktop-messages.ts'
import { setAppMenu } from './app-menu.ts'
import { Closing } from './closing.ts'
import { addContextMenu } from './context-menu.ts'
import { CrashRecovery } from './crash-recovery.ts'
import { listenToPages, sendToPage } from './desktop-channel.ts'
import type { DesktopSettings } from './desktop-settings.ts'
import { ServingTray } from './tray.ts'
import { openWindow } from './window.ts'

interface DesktopOptions {
  settings: DesktopSettings
  preload: string
  url: string
  crashPage: string
  isOurs: (url: string) => boolean
  dataDir: string
  documentation: string
  /** Returns the address that begins a sign-in in the system's browser; null while nothing listens. */
  signInUrl: (integration: SsoIntegration) => string | null
  signOut: () => void
  /** True if a person is signed in to the window. */
  isSignedIn: () => boolean
  /** Address on which the service listens. */
  address: () => string | null
}

const IS_MAC = process.platform === 'darwin'
const ZOOM_STEP = 0.5

/** The app around the service: its window, menu and tray, and what happens when the window closes. */
export class Desktop {
  readonly #options: DesktopOptions
  readonly #closing: Closing
  readonly #crashes: CrashRecovery
  readonly #tray = new ServingTray()
  #window: BrowserWindow | undefined
  #isQuitting = false
  #isServing = false

  constructor(options: DesktopOptions) {
    this.#options = options
    const { settings, crashPage } = options
    this.#crashes = new CrashRecovery(crashPage)
    this.#closing = new Closing({
      settings,
      // macOS keeps apps running without windows
      isSettled: () => this.#isQuitting || IS_MAC,
      onDecided: (choice) => {
        this.#isServing = choice === 'serve'
        if (choice === 'quit') app.quit()
      },
    })
  }

  /** Opens the first window, and later windows on request. */
  async start(): Promise<void> {
    const { isOurs, settings } = this.#options
    nativeTheme.themeSource = settings.values.theme
    this.#setMenu()
    listenToPages(isOurs, (message, page) => this.#receive(message, page))
    app.on('before-quit', () => (this.#isQuitting = true))
    app.on('second-instance', () => void this.open())
    app.on('activate', () => void this.open())
    app.on('window-all-closed', () => {
      if (IS_MAC && !this.#isQuitting) return
      if (this.#isServing && !this.#isQuitting) this.#showTray()
      else app.quit()
    })
    await this.open()
  }

  /** Shows the window, or opens it where there is none. */
  async open(): Promise<void> {
    const window = this.#window
    if (window && !window.isDestroyed()) {
      if (window.isMinimized()) window.restore()
      window.show()
      return window.focus()
    }
    this.#tray.hide()
    this.#isServing = false
    const { preload, url, isOurs, settings } = this.#options
    await openWindow({
      preload,
      url,
      isOurs,
      settings,
      mayDiscard: () => this.#closing.isDecided,
      onStay: () => (this.#isQuitting = false),
      onOpened: (opened) => {
        this.#window = opened
        this.#closing.watch(opened)
        this.#crashes.watch(opened)
        addContextMenu(opened)
        this.#watchNavigation(opened)
      },
    })
  }

  /** The buttons of mice and keyboards that go back and forward; the page asks about unsaved input first. */
  #watchNavigation(window: BrowserWindow): void {
    window.on('app-command', (_event, command) => {
      if (command === 'browser-backward') this.#run('back')
      if (command === 'browser-forward') this.#run('forward')
    })
  }

  /** Reads the page anew, as another person; it asks about unsaved input first. */
  changePerson(): void {
    this.#run('reload')
  }

  #run(command: string): void {
    void this.open().then(() => {
      if (this.#window) sendToPage(this.#window.webContents, { kind: 'command', command })
    })
  }

  #receive(message: PageMessage, page: WebContents): void {
    const { settings, dataDir } = this.#options
    switch (message.kind) {
      case 'ready': {
        const { electron = '', chrome = '', node } = process.versions
        const versions = { app: app.getVersion(), electron, chrome, node }
        const isSignedIn = this.#options.isSignedIn()
        return sendToPage(page, {
          kind: 'welcome',
          versions,
          isAfterCrash: this.#crashes.takeNotice(),
          isSignedIn,
        })
      }
      case 'theme':
        nativeTheme.themeSource = message.theme
        settings.change({ theme: message.theme })
        return this.#setMenu()
      case 'zoom':
        page.setZoomLevel(
          message.step === 'reset'
            ? 0
            : page.getZoomLevel() + (message.step === 'in' ? ZOOM_STEP : -ZOOM_STEP),
        )
        return settings.change({ zoomLevel: page.getZoomLevel() })
      case 'reload':
        return page.reload()
      case 'sign-in': {
        const url = this.#options.signInUrl(message.integration)
        return url === null ? undefined : void shell.openExternal(url)
      }
      case 'sign-out':
        return this.#options.signOut()
      case 'open-data-folder':
        return void shell.openPath(dataDir)
      case 'closing':
        return this.#closing.receive(message)
    }
  }

  #setMenu(): void {
    const { settings, dataDir, documentation } = this.#options
    setAppMenu({
      run: (command) => this.#run(command),
      openDataFolder: () => void shell.openPath(dataDir),
      ...(existsSync(documentation) ? { openDocumentation: () => void shell.openPath(documentation) } : {}),
      theme: settings.values.theme,
    })
  }

  #showTray(): void {
    this.#tray.show({ open: () => void this.open(), quit: () => app.quit() }, this.#options.address())
  }
}
