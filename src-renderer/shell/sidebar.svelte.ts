import { on } from 'svelte/events'
import { createSubscriber } from 'svelte/reactivity'
import { z } from 'zod'

import { readStored, writeStored } from '#lib/stored.ts'
import { SECTIONS } from './navigation.ts'

const WIDTH = 'halyard.sidebar'
const OPEN = 'halyard.sidebar.open'
/** A name for each section, and there are fewer than ten. */
const Open = z.array(z.string().max(100)).max(50)

/** Height from which a window starts with open sections: folded, each of their pages would cost one more click. */
const OPEN_FROM_HEIGHT = 800
const isHigh = window.innerHeight >= OPEN_FROM_HEIGHT

/** Width below which a sidebar with names would leave pages too little room: a small window, or one that is enlarged twice. */
const ROOM_FROM_WIDTH = 720
const followWidth = createSubscriber((update) => on(window, 'resize', update))
const hasRoom = (): boolean => {
  followWidth()
  return window.innerWidth >= ROOM_FROM_WIDTH
}

/** State of the sidebar, as the user left it. */
const sidebar = $state({
  /** Choice for windows with room. */
  isNarrow: readStored(WIDTH, { schema: z.enum(['narrow', 'wide']), otherwise: 'wide' }) === 'narrow',
  /** Choice for a window without room, until it is closed. */
  isWideWithoutRoom: false,
  /** Sections that are open: at first all or none, then as the user left them. */
  open: readStored(OPEN, { schema: Open, otherwise: isHigh ? SECTIONS.map(({ label }) => label) : [] }),
  /** Section of the current page, which is open too until the page is left. */
  entered: undefined as string | undefined,
})

/** Checks whether the sidebar shows icons alone. */
export const isSidebarNarrow = (): boolean => (hasRoom() ? sidebar.isNarrow : !sidebar.isWideWithoutRoom)

/** Shows names beside the icons, or no longer. */
export function toggleSidebar(): void {
  if (!hasRoom()) {
    sidebar.isWideWithoutRoom = !sidebar.isWideWithoutRoom
    return
  }
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
