import { on } from 'svelte/events'
import { createSubscriber } from 'svelte/reactivity'
import { z } from 'zod'

import { readStored, writeStored } from '#ui/stored.ts'

const WIDTH = 'halyard.sidebar'

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
