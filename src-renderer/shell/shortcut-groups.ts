import { hasDesktop } from '#lib/desktop.svelte.ts'
import { areaJumps, keysOf, listActs, settingsJumps, SHEET } from './own-shortcuts.svelte.ts'
import { modifier } from './shortcuts.ts'

/** Effect of keys, with its text on the sheet. Keys of one shortcut are pressed together or one after another. */
export interface Shortcut {
  keys: string
  label: string
  /** Identifier of a shortcut that the person can set. */
  id?: string
}

export interface ShortcutGroup {
  label: string
  shortcuts: readonly Shortcut[]
}

const isMac = modifier !== 'Ctrl'

const EVERYWHERE: readonly Shortcut[] = [
  { keys: `${modifier} K`, label: 'Search and run commands' },
  { keys: `${modifier} Z`, label: 'Undo the last change, while its notice is shown' },
  { keys: 'Esc', label: 'Close the top layer' },
]

/** Keys of the desktop window; browsers have their own. */
const DESKTOP: readonly Shortcut[] = [
  { keys: `${modifier} N`, label: 'New flag' },
  { keys: `${modifier} Shift N`, label: 'New project' },
  { keys: `${modifier} B`, label: 'Narrow or widen the sidebar' },
  { keys: `${modifier} F`, label: 'Find in page' },
  { keys: `${modifier} Shift C`, label: 'Copy link to this page' },
  { keys: isMac ? '⌘ [' : 'Alt ←', label: 'Back' },
  { keys: isMac ? '⌘ ]' : 'Alt →', label: 'Forward' },
]

const LISTS: readonly Shortcut[] = [
  { keys: '↑ ↓', label: 'Details of other rows, when details are shown' },
  { keys: 'Enter', label: 'Open the row, or go into its details' },
  { keys: '← →', label: 'Resize a column, on its edge' },
  { keys: 'Home', label: 'Narrowest column, on its edge' },
]

const FORMS: readonly Shortcut[] = [
  { keys: 'Alt ↑ ↓', label: 'Move a row' },
  { keys: 'Enter', label: 'Add a value to a list of values' },
  { keys: 'Backspace', label: 'Remove the last value' },
]

const CHARTS: readonly Shortcut[] = [
  { keys: '← →', label: 'Figures of other points' },
  { keys: 'Home End', label: 'First and last point' },
]

/** All shortcuts as the sheet shows them: everywhere, then where pages are, then what is on them. */
export const shortcutGroups = (): ShortcutGroup[] => [
  {
    label: 'Everywhere',
    shortcuts: [{ ...SHEET, keys: keysOf(SHEET) }, ...EVERYWHERE, ...(hasDesktop() ? DESKTOP : [])],
  },
  { label: 'Go to', shortcuts: areaJumps() },
  { label: 'Settings', shortcuts: settingsJumps() },
  { label: 'In lists', shortcuts: [...listActs(), ...LISTS] },
  { label: 'In forms', shortcuts: FORMS },
  { label: 'In charts', shortcuts: CHARTS },
]
