import type { AppSettings, AppSettingsChange } from '../../src-shared/desktop/app-settings.ts'
import type { AppActs } from '../profiles/app-acts.ts'
import type { DesktopSettings } from './desktop-settings.ts'

interface Options {
  settings: DesktopSettings
  /** Called when another kind of notification may be wanted. */
  onNotices: () => void
}

/** Acts of the app itself, whatever instance a window shows. */
export class DesktopActs implements AppActs {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  get settings(): AppSettings {
    const { notices, onClose } = this.#options.settings.values
    return { notices, onClose }
  }

  change(change: AppSettingsChange): AppSettings {
    const { notices = this.settings.notices, onClose = this.settings.onClose } = change
    this.#options.settings.change({ notices, onClose })
    this.#options.onNotices()
    return this.settings
  }
}
