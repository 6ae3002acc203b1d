import { THEMES, type Theme } from '../../src-shared/desktop/desktop-messages.ts'
import { tellDesktop } from './desktop.svelte.ts'

/** Key under which the choice is stored; public/theme.js reads it before the first paint. */
const STORED = 'halyard.theme'

export type { Theme }

const stored = localStorage.getItem(STORED)

/** The theme that was chosen: the system's, or one of ours. */
export const theme = $state<{ choice: Theme }>({ choice: THEMES.find((one) => one === stored) ?? 'system' })

/** Changes the theme, here and of the window's frame, and keeps it. */
export function chooseTheme(choice: Theme): void {
  theme.choice = choice
  localStorage.setItem(STORED, choice)
  if (choice === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
  tellDesktop({ kind: 'theme', theme: choice })
}
