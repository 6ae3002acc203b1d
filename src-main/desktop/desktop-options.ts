import type { BrowserWindow } from 'electron'

import type { ProfileId } from '#shared/desktop/profiles.ts'
import type { Logger } from '#kernel/logger.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { CrashRecovery } from './crash-recovery.ts'
import type { LoginStart } from './login/login-start.ts'
import type { WindowClosing } from './window-closing.ts'

/** Parts that the desktop is put together from. */
export interface DesktopOptions {
  profiles: Profiles
  /** Lists in words what quitting would cut short. */
  work: () => readonly string[]
  /** Folder of the app's own files. */
  folder: string
  logger: Logger
  preload: string
  /** Address of the pages of a profile. */
  urlOf: (id: ProfileId) => string
  /** Address of the page that is shown in place of a profile's pages when they crash again and again. */
  crashPageOf: (id: ProfileId) => string
  /** Profile of a page by its address; undefined: the page is not ours. */
  profileOf: (url: string) => ProfileId | undefined
  /** File of the guide, which the service of this app serves below /help/; it may be missing. */
  guide: string
  login: LoginStart
  outbound: Outbound
}

/** Window that is open, with what watches it. */
export interface OpenWindow {
  readonly window: BrowserWindow
  readonly closing: WindowClosing
  readonly crashes: CrashRecovery
  /** The profile that it shows. */
  profileId: ProfileId
  /** Title that its page has given itself. */
  title: string
  /** Its page listens. */
  isReady: boolean
}
