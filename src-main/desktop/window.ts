import { BrowserWindow, dialog, nativeTheme, shell } from 'electron'

interface WindowOptions {
  preload: string
  url: string
  isOurs: (url: string) => boolean
}

/** The colours of `--surface`, so that nothing flashes before the page is there. */
const BACKGROUND = { light: '#fcfcfd', dark: '#111113' }

/** Schemes of links that the system's browser opens. Intranet pages are often http. */
const BROWSER_SCHEMES = ['https:', 'http:']

/** Opens the window. It shows our pages and nothing else; links to other pages go to the browser. */
export async function openWindow({ preload, url, isOurs }: WindowOptions): Promise<BrowserWindow> {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 720,
    minHeight: 480,
    title: 'Halyard',
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: { preload, contextIsolation: true, nodeIntegration: false, sandbox: true },
  })
  window.once('ready-to-show', () => window.show())
  window.webContents.setWindowOpenHandler((details) => {
    if (BROWSER_SCHEMES.includes(new URL(details.url).protocol)) void shell.openExternal(details.url)
    return { action: 'deny' }
  })
  // a redirect is a navigation that 'will-navigate' has not seen the end of
  window.webContents.on('will-navigate', (event) => {
    if (!isOurs(event.url)) event.preventDefault()
  })
  window.webContents.on('will-redirect', (event) => {
    if (!isOurs(event.url)) event.preventDefault()
  })
  // the page holds back its end while a form has unsaved input; Electron shows no question of its own
  window.webContents.on('will-prevent-unload', (event) => {
    const choice = dialog.showMessageBoxSync(window, {
      type: 'question',
      message: 'Discard your changes?',
      detail: 'What you have typed in this window is not saved.',
      buttons: ['Keep editing', 'Discard changes'],
      defaultId: 0,
      cancelId: 0,
    })
    if (choice === 1) event.preventDefault()
  })
  await window.loadURL(url)
  return window
}
