import { BrowserWindow, dialog, nativeTheme, screen, shell, type InputEvent } from 'electron'

import { opensInBrowser } from './browser-link.ts'
import type { DesktopSettings } from './desktop-settings.ts'
import { placeOnScreen } from './place-on-screen.ts'

interface WindowOptions {
  preload: string
  url: string
  isOurs: (url: string) => boolean
  /** The settings of the profile that the window shows at the moment. */
  settings: () => DesktopSettings
  /** Tells whether the user has agreed to lose unsaved input. */
  mayDiscard: () => boolean
  /** Called when the user keeps unsaved changes. Neither the window nor the app closes. */
  onStay: () => void
  /** Called when somebody types, clicks, touches or scrolls in the window. */
  onInput: () => void
  /** The window is there; its page is loaded later. */
  onOpened: (window: BrowserWindow) => void
}

/** The colours of `--surface`, so that nothing flashes before the page is there. */
const BACKGROUND = { light: '#fcfcfd', dark: '#111113' }

/** Inputs that nobody makes by chance, as a pointer moves when the desk is pushed. */
const DELIBERATE: ReadonlySet<InputEvent['type']> = new Set<InputEvent['type']>([
  'rawKeyDown',
  'keyDown',
  'mouseDown',
  'mouseWheel',
  'touchStart',
  'gestureScrollBegin',
])

/** Pages that begin with a secret in their address are not remembered. */
const IS_SECRET = /[?&](token|invite)=/

/** Opens the window. It shows our pages and nothing else; links to other pages go to the browser. */
export async function openWindow(options: WindowOptions): Promise<void> {
  const { preload, url, isOurs, settings } = options
  const { bounds, isMaximized, isFullScreen, page } = settings().values
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    ...placeOnScreen(bounds, areas),
    minWidth: 720,
    minHeight: 480,
    title: 'Halyard',
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload,
      contextIsolation: true,
      nodeIntegration: false,
      sandbox: true,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => {
    if (isMaximized) window.maximize()
    if (isFullScreen) window.setFullScreen(true)
    window.show()
  })
  window.webContents.setWindowOpenHandler((details) => {
    if (opensInBrowser(details.url)) void shell.openExternal(details.url)
    return { action: 'deny' }
  })
  // a redirect does not fire 'will-navigate'
  window.webContents.on('will-navigate', (event) => {
    if (!isOurs(event.url)) event.preventDefault()
  })
  window.webContents.on('will-redirect', (event) => {
    if (!isOurs(event.url)) event.preventDefault()
  })
  // the page prevents its unload while a form has unsaved input; Electron shows no dialog of its own
  window.webContents.on('will-prevent-unload', (event) => {
    const isAgreed = options.mayDiscard() || askToDiscard(window)
    if (isAgreed) event.preventDefault()
    else options.onStay()
  })
  window.webContents.on('input-event', (_event, { type }) => {
    if (DELIBERATE.has(type)) options.onInput()
  })
  rememberWindow(window, settings)
  options.onOpened(window)
  await window.loadURL(addressOf(url, page)).catch((error: unknown) => {
    // somebody closed it before its page was there
    if (!window.isDestroyed()) throw error
  })
}

/** Address of a page below the `#`. */
export const addressOf = (url: string, page: string): string => (page === '/' ? url : `${url}#${page}`)

function askToDiscard(window: BrowserWindow): boolean {
  const choice = dialog.showMessageBoxSync(window, {
    type: 'question',
    message: 'Discard your changes?',
    detail: 'What you have typed in this window is not saved.',
    buttons: ['Keep editing', 'Discard changes'],
    defaultId: 0,
    cancelId: 0,
  })
  return choice === 1
}

/** Keeps size, place, zoom and page of the window for the next start. */
function rememberWindow(window: BrowserWindow, settings: () => DesktopSettings): void {
  const { webContents } = window
  const noteFrame = () => {
    if (window.isDestroyed() || window.isMinimized()) return
    settings().change({
      // the bounds of a maximised window are those it is restored to
      bounds: window.getNormalBounds(),
      isMaximized: window.isMaximized(),
      isFullScreen: window.isFullScreen(),
    })
  }
  const noteZoom = () => settings().change({ zoomLevel: webContents.getZoomLevel() })
  window.on('resize', noteFrame)
  window.on('move', noteFrame)
  window.on('maximize', noteFrame)
  window.on('unmaximize', noteFrame)
  window.on('enter-full-screen', noteFrame)
  window.on('leave-full-screen', noteFrame)
  webContents.on('zoom-changed', noteZoom)
  webContents.on('did-finish-load', () => webContents.setZoomLevel(settings().values.zoomLevel))
  webContents.on('did-navigate-in-page', (_event, address, isMainFrame) => {
    const page = new URL(address).hash.slice(1) || '/'
    if (isMainFrame && !IS_SECRET.test(page)) settings().change({ page })
  })
  window.on('close', () => {
    noteFrame()
    // menu roles zoom without an event
    noteZoom()
    settings().save()
  })
}
