/** A project or flag that somebody opened in this window. */
export interface RecentItem {
  project: string
  /** Absent: the project itself. */
  flag?: string
}

export const RECENT_LIMIT = 12
const STORED = 'halyard.recent'

/** Reads which project or flag a location of the window is about; undefined: none. */
export function itemAt(location: string): RecentItem | undefined {
  const [, project, flag] = /^\/projects\/([^/]+)(?:\/features\/([^/]+))?(?:\/|$)/.exec(location) ?? []
  if (project === undefined) return undefined
  return flag === undefined
    ? { project: decodeURIComponent(project) }
    : { project: decodeURIComponent(project), flag: decodeURIComponent(flag) }
}

/** Puts what was opened last first; a thing is in the list once, and there are never more than some. */
export function withOpened(items: readonly RecentItem[], opened: RecentItem): RecentItem[] {
  const others = items.filter((one) => one.project !== opened.project || one.flag !== opened.flag)
  return [opened, ...others].slice(0, RECENT_LIMIT)
}

/** Recently opened items, newest first. Foreign content of the browser's store is ignored. */
export function readRecent(): RecentItem[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter(isItem).slice(0, RECENT_LIMIT)
  } catch {
    return []
  }
}

export function rememberOpened(location: string): void {
  const item = itemAt(location)
  if (item) localStorage.setItem(STORED, JSON.stringify(withOpened(readRecent(), item)))
}

function isItem(one: unknown): one is RecentItem {
  if (typeof one !== 'object' || one === null || !('project' in one)) return false
  return typeof one.project === 'string' && (!('flag' in one) || typeof one.flag === 'string')
}
