import { z } from 'zod'

import { THEMES, type Theme } from '#shared/desktop/desktop-messages.ts'
import { sendToDesktop } from './desktop.svelte.ts'
import { readStored, writeStored } from '#ui/stored.ts'

/** Key under which the choice is stored; public/theme.js reads it before the first paint. */
const STORED = 'halyard.theme'

export type { Theme }

/** The theme that was chosen: the system's, or one of ours. */
export const theme = $state<{ choice: Theme }>({
  choice: readStored(STORED, { schema: z.enum(THEMES), otherwise: 'system' }),
})

/** Changes the theme, here and of the window's frame, and keeps it. */
export function chooseTheme(choice: Theme): void {
  theme.choice = choice
  writeStored(STORED, choice)
  if (choice === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
  sendToDesktop({ kind: 'theme', theme: choice })
}
