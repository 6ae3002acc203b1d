import { app } from 'electron'

import type { Logger } from '#kernel/logger.ts'
import type { Outbound } from '#kernel/outbound.ts'
import type { DesktopSettings } from '../desktop-settings.ts'
import { showNotice } from '../notices/show-notice.ts'
import { UpdateCheck } from './update-check.ts'

interface Dependencies {
  settings: DesktopSettings
  outbound: Outbound
  logger: Logger
  /** Shows the page that says more. */
  open: () => void
}

/** Makes the check for a newer version, which tells by a notification. */
export const openUpdates = ({ settings, outbound, logger, open }: Dependencies): UpdateCheck =>
  new UpdateCheck({
    settings: () => settings.values.updates,
    current: app.getVersion(),
    fetch: outbound.fetch,
    notify: ({ newest }) =>
      void showNotice({
        title: 'A newer Halyard',
        body: `Version ${newest} is available. Nothing was downloaded.`,
        onClick: open,
      }),
    logger,
  })
