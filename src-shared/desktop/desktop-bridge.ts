import type { DesktopMessage, PageMessage } from './desktop-messages.ts'

/** The channel between the window's page and the desktop around it. */
export const DESKTOP_CHANNEL = 'halyard:desktop'

/** Bridge that the preload puts on `window.halyardDesktop`: nothing but this. */
export interface DesktopBridge {
  send(message: PageMessage): void
  /** Returns a function that removes the listener. */
  onMessage(listener: (message: DesktopMessage) => void): () => void
}
