import { domain, type ServicesOf } from '#main/app/domain.ts'
import type { instance } from '#domains/instance/index.ts'
import * as operations from './operations/index.ts'
import { AddonOutbox } from './addons/addon-outbox.ts'

/** Timeout of an integration's response, and the pause before the next attempt. */
const TIMEOUT_MS = 10_000
const PAUSE_MS = 500

/** Webhooks and messages to other services. */
export const integrations = domain(
  operations,
  ({ store, clock, logger, outbound, pagesUrl }, { isPaused }: ServicesOf<typeof instance>) => {
    const addonOutbox = new AddonOutbox({
      store,
      clock,
      logger,
      isPaused,
      terms: { outbound: outbound.within({ timeoutMs: TIMEOUT_MS }), pagesUrl, pauseMs: PAUSE_MS },
    })
    return {
      services: { addonOutbox },
      // new events arrive by themselves; this delivers those from before the start and from maintenance mode
      jobs: [{ name: 'tell integrations', everyMs: 5000, run: () => addonOutbox.run() }],
      deliversEvents: [addonOutbox.noteEvents],
      stop: () => addonOutbox.stop(),
    }
  },
)
