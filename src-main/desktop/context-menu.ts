import { clipboard, Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron'

/** Offers what can be done where one clicks with the right button. */
export function addContextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, { isEditable, selectionText, linkURL, editFlags }) => {
    const hasText = selectionText.trim() !== ''
    const items: MenuItemConstructorOptions[] = [
      ...(linkURL === '' ? [] : [{ label: 'Copy link', click: () => clipboard.writeText(linkURL) }]),
      ...(isEditable ? [{ label: 'Cut', role: 'cut' as const, enabled: editFlags.canCut }] : []),
      ...(isEditable || hasText ? [{ label: 'Copy', role: 'copy' as const, enabled: hasText }] : []),
      ...(isEditable ? [{ label: 'Paste', role: 'paste' as const, enabled: editFlags.canPaste }] : []),
      { label: 'Select all', role: 'selectAll' },
    ]
    Menu.buildFromTemplate(items).popup({ window })
  })
}
