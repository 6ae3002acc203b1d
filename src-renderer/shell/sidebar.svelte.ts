import { z } from 'zod'

import { readStored, writeStored } from '../lib/stored.ts'

const WIDTH = 'halyard.sidebar'
const OPEN = 'halyard.sidebar.open'
/** A name for each section, and there are fewer than ten. */
const Open = z.array(z.string().max(100)).max(50)

/** State of the sidebar, as the user left it. */
export const sidebar = $state({
  isNarrow: readStored(WIDTH, { schema: z.enum(['narrow', 'wide']), otherwise: 'wide' }) === 'narrow',
  /** Sections that the user has opened. */
  open: readStored(OPEN, { schema: Open, otherwise: [] }),
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
