import { z } from 'zod'

import { readStored, writeStored } from '#ui/stored.ts'

const STORED = 'halyard.start.dismissed'

/** Tells whether Home asks what to do first. */
export const startNotice = $state({
  isDismissed: readStored(STORED, { schema: z.boolean(), otherwise: false }),
})

/** Stops Home from asking. The page stays in the Help menu and the palette. */
export function dismissStart(): void {
  startNotice.isDismissed = true
  writeStored(STORED, true)
}
