import { hasDesktop } from '#lib/desktop.svelte.ts'
import { AREA_PAGES } from './navigation.ts'
import { settingsPages, type NavigationPage } from './settings-pages.ts'
import { modifier } from './shortcuts.ts'

/** Effect of keys, with its text on the sheet. Keys of one shortcut are pressed together or one after another. */
export interface Shortcut {
  keys: string
  label: string
}

export interface ShortcutGroup {
  label: string
  shortcuts: readonly Shortcut[]
}

const isMac = modifier !== 'Ctrl'

const EVERYWHERE: readonly Shortcut[] = [
  { keys: `${modifier} K`, label: 'Search and run commands' },
  { keys: `${modifier} Z`, label: 'Undo the last change, while its notice is shown' },
  { keys: '?', label: 'Show shortcuts' },
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
  { keys: '/', label: 'Search the list' },
  { keys: 'j k', label: 'Next and previous row' },
  { keys: 'x', label: 'Select the row' },
  { keys: '.', label: 'Actions of the row' },
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

const withKeys = (pages: readonly NavigationPage[]): Shortcut[] =>
  pages.flatMap(({ keys, label }) => (keys === undefined ? [] : [{ keys, label }]))

/** All shortcuts as the sheet shows them: everywhere, then where pages are, then what is on them. */
export const shortcutGroups = (): ShortcutGroup[] => [
  { label: 'Everywhere', shortcuts: [...EVERYWHERE, ...(hasDesktop() ? DESKTOP : [])] },
  { label: 'Go to', shortcuts: withKeys(AREA_PAGES) },
  { label: 'Settings', shortcuts: withKeys(settingsPages()) },
  { label: 'In lists', shortcuts: LISTS },
  { label: 'In forms', shortcuts: FORMS },
  { label: 'In charts', shortcuts: CHARTS },
]
