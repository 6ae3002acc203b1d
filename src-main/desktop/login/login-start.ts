import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import type { LoginStartChoice } from '#shared/desktop/app-settings.ts'

/** Option of the command line: serve behind the tray icon, without a window at first. */
export const BACKGROUND = '--background'

/** Start of the app when the person logs in: the records of the system say, not the app. */
export interface LoginStart {
  readonly choice: LoginStartChoice
  /** Throws the system's error if it cannot be changed. */
  change(choice: LoginStartChoice): void
}

/** Login start of Linux desktops: a file in the autostart folder. */
export class AutostartFile implements LoginStart {
  readonly #file: string
  readonly #command: readonly string[]

  /** `folder` is that of the person's configuration; `command` starts the app. */
  constructor(folder: string, command: readonly string[]) {
    this.#file = path.join(folder, 'autostart', 'halyard.desktop')
    this.#command = command
  }

  get choice(): LoginStartChoice {
    if (!existsSync(this.#file)) return 'no'
    const text = readFileSync(this.#file, 'utf8')
    // the system's own settings disable an entry in place
    if (/^(?:Hidden=true|X-GNOME-Autostart-enabled=false)$/m.test(text)) return 'no'
    return text.includes(quoted(BACKGROUND)) ? 'background' : 'window'
  }

  change(choice: LoginStartChoice): void {
    if (choice === 'no') return rmSync(this.#file, { force: true })
    mkdirSync(path.dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, this.#text(choice))
  }

  #text(choice: LoginStartChoice): string {
    const command = choice === 'background' ? [...this.#command, BACKGROUND] : this.#command
    return [
      '[Desktop Entry]',
      'Type=Application',
      'Name=Halyard',
      'Comment=Feature flags',
      `Exec=${command.map(quoted).join(' ')}`,
      'Terminal=false',
      'X-GNOME-Autostart-enabled=true',
      '',
    ].join('\n')
  }
}

/** Quotes an argument of a desktop entry: once as an argument, once more as a string of the file. */
const quoted = (argument: string): string =>
  `"${argument
    .replaceAll(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`

interface LoginItems {
  getLoginItemSettings(options?: object): { openAtLogin: boolean; launchItems?: { args: string[] }[] }
  setLoginItemSettings(settings: { openAtLogin: boolean; args: string[] }): void
}

/** Login start of macOS and Windows, which keep a list of their own. */
export class LoginItem implements LoginStart {
  readonly #app: LoginItems
  readonly #args: readonly string[]

  constructor(app: LoginItems, args: readonly string[]) {
    this.#app = app
    this.#args = args
  }

  get choice(): LoginStartChoice {
    const inBackground = { args: [...this.#args, BACKGROUND] }
    if (this.#app.getLoginItemSettings(inBackground).openAtLogin) return 'background'
    return this.#app.getLoginItemSettings({ args: [...this.#args] }).openAtLogin ? 'window' : 'no'
  }

  change(choice: LoginStartChoice): void {
    for (const one of ['background', 'window'] as const)
      this.#app.setLoginItemSettings({
        openAtLogin: one === choice,
        args: one === 'background' ? [...this.#args, BACKGROUND] : [...this.#args],
      })
  }
}
