import { BrowserWindow, nativeTheme, shell } from 'electron'

interface WindowOptions {
  preload: string
  url: string
  isOurs: (url: string) => boolean
}

/** The colours of `--surface`, so that nothing flashes before the page is there. */
const BACKGROUND = { light: '#fcfcfd', dark: '#111113' }

/** Opens the window. It shows our pages and nothing else; https links go to the browser. */
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
    if (details.url.startsWith('https:')) void shell.openExternal(details.url)
    return { action: 'deny' }
  })
  // a redirect is a navigation that 'will-navigate' has not seen the end of
  window.webContents.on('will-navigate', (event) => {
    if (!isOurs(event.url)) event.preventDefault()
  })
  window.webContents.on('will-redirect', (event) => {
    if (!isOurs(event.url)) event.preventDefault()
  })
  await window.loadURL(url)
  return window
}
