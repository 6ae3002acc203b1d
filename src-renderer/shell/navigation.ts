import Braces from '@lucide/svelte/icons/braces'
import FolderKanban from '@lucide/svelte/icons/folder-kanban'
import Group from '@lucide/svelte/icons/group'
import History from '@lucide/svelte/icons/history'
import KeyRound from '@lucide/svelte/icons/key-round'

/** The sidebar, daily things first. `key`: g, then this letter, jumps there. */
export const NAVIGATION = [
  { path: '/projects', label: 'Projects', icon: FolderKanban, key: 'p' },
  { path: '/segments', label: 'Segments', icon: Group, key: 's' },
  { path: '/context', label: 'Context fields', icon: Braces, key: 'c' },
  { path: '/api-tokens', label: 'API tokens', icon: KeyRound, key: 't' },
  { path: '/events', label: 'Event log', icon: History, key: 'e' },
] as const

/** Whether a location is at or below a path of the sidebar. */
export function isWithin(location: string, path: string): boolean {
  return location === path || location.startsWith(`${path}/`) || (path === '/projects' && location === '/')
}
