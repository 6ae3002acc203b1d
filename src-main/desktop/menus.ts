import { type BrowserWindow, clipboard, Menu, type MenuItemConstructorOptions } from 'electron'

import { type Theme, THEMES } from '#shared/desktop/desktop-messages.ts'

export interface MenuActions {
  /** Runs a command of the palette in the window, which is opened where there is none. */
  run: (command: string) => void
  /** Absent where the data of the window used last are elsewhere. */
  openDataFolder?: () => void
  /** Absent where no documentation came with the app. */
  openDocumentation?: () => void
  theme: Theme
}

type Item = MenuItemConstructorOptions

const PAGES: readonly (readonly [label: string, page: string])[] = [
  ['Home', '/'],
  ['Projects', '/projects'],
  ['Flags', '/features'],
  ['Change requests', '/change-requests'],
  ['Playground', '/playground'],
  ['Signals', '/signals'],
  ['Event log', '/events'],
]

const THEME_LABELS: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }

/** The menu of the app. Nothing in it leads to pages of Electron. */
export function appMenuTemplate(actions: MenuActions, isMac: boolean): Item[] {
  const command = (label: string, id: string, more: Item = {}): Item => ({
    label,
    click: () => actions.run(id),
    ...more,
  })
  // the page handles these keys: the menu only shows them
  const shown = (accelerator: string): Item => ({ accelerator, registerAccelerator: false })
  const line: Item = { type: 'separator' }
  const quit: Item = { label: 'Quit Halyard', role: 'quit' }
  const about = command('About Halyard', 'about')
  const settings = command('Settings…', 'go:/settings', { accelerator: 'CmdOrCtrl+,' })
  return [
    ...(isMac
      ? [{ label: 'Halyard', submenu: [about, settings, line, { role: 'hide' as const }, line, quit] }]
      : []),
    {
      label: '&File',
      submenu: [
        command('New flag…', 'new-flag', { accelerator: 'CmdOrCtrl+N' }),
        command('New project…', 'new-project', { accelerator: 'CmdOrCtrl+Shift+N' }),
        line,
        ...(isMac ? [] : [settings, line]),
        { label: 'Close window', role: 'close' },
        ...(isMac ? [] : [quit]),
      ],
    },
    {
      label: '&Edit',
      submenu: [
        { label: 'Undo', role: 'undo' },
        { label: 'Redo', role: 'redo' },
        line,
        { label: 'Cut', role: 'cut' },
        { label: 'Copy', role: 'copy' },
        { label: 'Paste', role: 'paste' },
        { label: 'Select all', role: 'selectAll' },
        line,
        command('Find in page…', 'find', shown('CmdOrCtrl+F')),
        command('Copy link to this page', 'copy-link', { accelerator: 'CmdOrCtrl+Shift+C' }),
      ],
    },
    {
      label: '&View',
      submenu: [
        { label: 'Reload', role: 'reload' },
        line,
        { label: 'Actual size', role: 'resetZoom' },
        { label: 'Zoom in', role: 'zoomIn' },
        { label: 'Zoom out', role: 'zoomOut' },
        line,
        {
          label: 'Theme',
          submenu: THEMES.map((theme) =>
            command(THEME_LABELS[theme], `theme-${theme}`, {
              type: 'radio',
              checked: theme === actions.theme,
            }),
          ),
        },
        command('Toggle sidebar', 'toggle-sidebar', { accelerator: 'CmdOrCtrl+B' }),
        { label: 'Full screen', role: 'togglefullscreen' },
      ],
    },
    {
      label: '&Go',
      submenu: [
        command('Back', 'back', shown(isMac ? 'Cmd+[' : 'Alt+Left')),
        command('Forward', 'forward', shown(isMac ? 'Cmd+]' : 'Alt+Right')),
        line,
        command('Search and run commands…', 'palette', shown('CmdOrCtrl+K')),
        line,
        ...PAGES.map(([label, page]) => command(label, `go:${page}`)),
      ],
    },
    {
      label: '&Help',
      role: 'help',
      submenu: [
        command('Get started', 'go:/start'),
        command('Keyboard shortcuts', 'shortcuts'),
        command('Doctor: connect an SDK', 'go:/doctor'),
        command('Make a support bundle…', 'go:/support'),
        ...(actions.openDocumentation ? [{ label: 'Documentation', click: actions.openDocumentation }] : []),
        actions.openDataFolder
          ? { label: 'Open data folder', click: actions.openDataFolder }
          : { label: 'Open data folder (not on this computer)', enabled: false },
        ...(isMac ? [] : [line, about]),
      ],
    },
  ]
}

export function setAppMenu(actions: MenuActions): void {
  const template = appMenuTemplate(actions, process.platform === 'darwin')
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

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
