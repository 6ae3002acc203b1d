const WIDTH = 'halyard.sidebar'
const FOLDED = 'halyard.sidebar.folded'

/** State of the sidebar, as the user left it. */
export const sidebar = $state({
  isNarrow: localStorage.getItem(WIDTH) === 'narrow',
  folded: (localStorage.getItem(FOLDED) ?? '').split(',').filter((label) => label !== ''),
})

export function toggleSidebar(): void {
  sidebar.isNarrow = !sidebar.isNarrow
  localStorage.setItem(WIDTH, sidebar.isNarrow ? 'narrow' : 'wide')
}

export const isFolded = (group: string): boolean => sidebar.folded.includes(group)

/** Folds a group of pages, or opens it. */
export function toggleGroup(group: string): void {
  sidebar.folded = isFolded(group)
    ? sidebar.folded.filter((one) => one !== group)
    : [...sidebar.folded, group]
  localStorage.setItem(FOLDED, sidebar.folded.join(','))
}
