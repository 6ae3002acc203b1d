import { BrowserWindow, dialog, type OpenDialogOptions } from 'electron'

import type { AppSettings, AppSettingsChange, UpdateFinding } from '#shared/desktop/app-settings.ts'
import { editorLink } from '#shared/desktop/editors.ts'
import type { AppActs } from '../profiles/procedures.ts'
import type { DesktopSettings } from './desktop-settings.ts'
import type { LoginStart } from './login/login-start.ts'
import type { UpdateCheck } from './updates/update-check.ts'

interface Options {
  settings: DesktopSettings
  login: LoginStart
  updates: Pick<UpdateCheck, 'check'>
  /** Called when another kind of notification may be wanted. */
  onNotices: () => void
  /** Opens a link in the program of the system for it. */
  openLink: (url: string) => Promise<void>
}

const OPTIONS: OpenDialogOptions = {
  title: 'Choose a folder with code',
  buttonLabel: 'Choose',
  properties: ['openDirectory'],
}

/** Shows the system's dialog for folders, in front of the window that asked. Null: none was chosen. */
async function chooseFolder(): Promise<string | null> {
  const window = BrowserWindow.getFocusedWindow()
  const { filePaths } = await (window
    ? dialog.showOpenDialog(window, OPTIONS)
    : dialog.showOpenDialog(OPTIONS))
  return filePaths[0] ?? null
}

/** Acts of the app itself, whatever instance a window shows. */
export class DesktopActs implements AppActs {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  get settings(): AppSettings {
    const { settings, login } = this.#options
    const { notices, onClose, updates, editor } = settings.values
    return { notices, onClose, updates, editor, openAtLogin: login.choice }
  }

  change({ openAtLogin, notices = {}, ...change }: AppSettingsChange): AppSettings {
    const { settings, login, onNotices } = this.#options
    // first: if the system refuses, nothing is changed
    if (openAtLogin !== undefined) login.change(openAtLogin)
    const { onClose, updates, editor, notices: formerNotices } = settings.values
    settings.change({ onClose, updates, editor, ...change, notices: { ...formerNotices, ...notices } })
    onNotices()
    return this.settings
  }

  openInEditor(file: string, line: number): Promise<void> {
    const { settings, openLink } = this.#options
    return openLink(editorLink(settings.values.editor, file, line))
  }

  chooseFolder(): Promise<string | null> {
    return chooseFolder()
  }

  checkForUpdates(): Promise<UpdateFinding> {
    return this.#options.updates.check()
  }
}
