import { NO_FILTER, type FlagFilter } from './flag-filter.ts'

/** A filter with a name. They are this window's own: what one looks for is nobody else's business. */
export interface SavedView {
  name: string
  filter: FlagFilter
}

const STORED = 'halyard.views'

/** The saved views by name; what cannot be read any more is none. */
export function readViews(): SavedView[] {
  try {
    const views = JSON.parse(localStorage.getItem(STORED) ?? '[]') as SavedView[]
    return views.map(({ name, filter }) => ({ name, filter: { ...NO_FILTER, ...filter } }))
  } catch {
    return []
  }
}

/** Keeps a filter under a name; one of that name is replaced. */
export function saveView(name: string, filter: FlagFilter): void {
  const others = readViews().filter((view) => view.name !== name)
  write([...others, { name, filter }])
}

export function forgetView(name: string): void {
  write(readViews().filter((view) => view.name !== name))
}

function write(views: SavedView[]): void {
  const sorted = views.sort((a, b) => a.name.localeCompare(b.name))
  localStorage.setItem(STORED, JSON.stringify(sorted))
}
