import type { DesktopBridge } from '#shared/desktop/desktop-bridge.ts'
import type { DesktopMessage, PageMessage, Versions } from '#shared/desktop/desktop-messages.ts'

declare global {
  interface Window {
    /** Put there by the preload; absent in a browser. */
    halyardDesktop?: DesktopBridge
  }
}

/** State of the desktop; empty in a browser. */
export const desktop = $state<{ versions: Versions | undefined; isAfterCrash: boolean; isSignedIn: boolean }>(
  {
    versions: undefined,
    isAfterCrash: false,
    isSignedIn: false,
  },
)

/** Tells whether the page is in a window of Halyard, with a menu and a zoom of its own. */
export const hasDesktop = (): boolean => window.halyardDesktop !== undefined

/** Tells the desktop something. Does nothing in a browser. */
export const sendToDesktop = (message: PageMessage): void => window.halyardDesktop?.send(message)

/** Listens to the desktop. Returns the function that stops it. */
export const onDesktopMessage = (listener: (message: DesktopMessage) => void): (() => void) =>
  window.halyardDesktop?.onMessage(listener) ?? (() => undefined)
