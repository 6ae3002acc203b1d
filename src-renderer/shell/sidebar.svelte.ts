import { z } from 'zod'

import { readStored, writeStored } from '../lib/stored.ts'

const WIDTH = 'halyard.sidebar'
const FOLDED = 'halyard.sidebar.folded'
/** A name for each group, and there are fewer than ten. */
const Folded = z.array(z.string().max(100)).max(50)

/** State of the sidebar, as the user left it. */
export const sidebar = $state({
  isNarrow: readStored(WIDTH, { schema: z.enum(['narrow', 'wide']), otherwise: 'wide' }) === 'narrow',
  folded: readStored(FOLDED, { schema: Folded, otherwise: [] }),
})

export function toggleSidebar(): void {
  sidebar.isNarrow = !sidebar.isNarrow
  writeStored(WIDTH, sidebar.isNarrow ? 'narrow' : 'wide')
}

export const isFolded = (group: string): boolean => sidebar.folded.includes(group)

/** Folds a group of pages, or opens it. */
export function toggleGroup(group: string): void {
  sidebar.folded = isFolded(group)
    ? sidebar.folded.filter((one) => one !== group)
    : [...sidebar.folded, group]
  writeStored(FOLDED, sidebar.folded)
}
