import { z } from 'zod'

import { readStored, writeStored } from '../lib/stored.ts'
import { SECTIONS } from './navigation.ts'

const WIDTH = 'halyard.sidebar'
const OPEN = 'halyard.sidebar.open'
/** A name for each section, and there are fewer than ten. */
const Open = z.array(z.string().max(100)).max(50)

/** Height from which a window starts with open sections: folded, each of their pages would cost one more click. */
const OPEN_FROM_HEIGHT = 800
const isHigh = window.innerHeight >= OPEN_FROM_HEIGHT

/** State of the sidebar, as the user left it. */
export const sidebar = $state({
  isNarrow: readStored(WIDTH, { schema: z.enum(['narrow', 'wide']), otherwise: 'wide' }) === 'narrow',
  /** Sections that are open: at first all or none, then as the user left them. */
  open: readStored(OPEN, { schema: Open, otherwise: isHigh ? SECTIONS.map(({ label }) => label) : [] }),
  /** Section of the current page, which is open too until the page is left. */
  entered: undefined as string | undefined,
})

export function toggleSidebar(): void {
  sidebar.isNarrow = !sidebar.isNarrow
  writeStored(WIDTH, sidebar.isNarrow ? 'narrow' : 'wide')
}

export const isOpen = (section: string): boolean =>
  sidebar.entered === section || sidebar.open.includes(section)

/** Opens the section of the page that is shown. */
export function enterSection(section: string | undefined): void {
  sidebar.entered = section
}

/** Folds a section, or opens it. */
export function toggleSection(section: string): void {
  sidebar.open = isOpen(section) ? sidebar.open.filter((one) => one !== section) : [...sidebar.open, section]
  if (sidebar.entered === section) sidebar.entered = undefined
  writeStored(OPEN, sidebar.open)
}
