import { ipcMain, type IpcMainEvent, type WebContents } from 'electron'

import { DESKTOP_CHANNEL } from '#shared/desktop/desktop-bridge.ts'
import { PageMessage, type DesktopMessage } from '#shared/desktop/desktop-messages.ts'

/** Listens to our pages. Messages of other pages, and messages of another shape, are dropped. */
export function listenToPages(
  isTrusted: (url: string) => boolean,
  receive: (message: PageMessage, sender: WebContents) => void,
): void {
  ipcMain.on(DESKTOP_CHANNEL, (event: IpcMainEvent, message: unknown) => {
    if (!event.senderFrame || !isTrusted(event.senderFrame.url)) return
    const result = PageMessage.safeParse(message)
    if (result.success) receive(result.data, event.sender)
  })
}

export function sendToPage(page: WebContents, message: DesktopMessage): void {
  if (!page.isDestroyed()) page.send(DESKTOP_CHANNEL, message)
}
