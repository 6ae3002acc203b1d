import { Menu, nativeImage, Tray } from 'electron'

/** A flag on a mast, 16 x 16, in a blue that is seen on light and dark bars. */
const ICON =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAIUlEQVR42mNgoCaIatr3n2IDiMWjBgxqAwY+IY10A8gBACbv2jXLZRWpAAAAAElFTkSuQmCC'

interface TrayActions {
  open: () => void
  quit: () => void
}

/** Shows that the service runs without a window. Desktops without a tray show nothing. */
export class ServingTray {
  #tray: Tray | undefined

  show({ open, quit }: TrayActions, address: string | null): void {
    this.hide()
    try {
      const tray = new Tray(nativeImage.createFromDataURL(`data:image/png;base64,${ICON}`))
      tray.setToolTip(address === null ? 'Halyard' : `Halyard serves ${address}`)
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: 'Open Halyard', click: open },
          { label: 'Quit Halyard', click: quit },
        ]),
      )
      tray.on('click', open)
      this.#tray = tray
    } catch {
      // a second start opens the window, too
    }
  }

  hide(): void {
    this.#tray?.destroy()
    this.#tray = undefined
  }
}
