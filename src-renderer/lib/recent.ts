import { z } from 'zod'

import { readStored, writeStored } from '#ui/stored.ts'

/** A project or flag that somebody opened in this window; without a flag, the project itself. */
const RecentItem = z.object({ project: z.string(), flag: z.string().exactOptional() })
export type RecentItem = z.output<typeof RecentItem>

export const RECENT_LIMIT = 12
const STORED = 'halyard.recent'

/** Reads which project or flag a location of the window is about; undefined: none. */
export function itemAt(location: string): RecentItem | undefined {
  const [, project, flag] = /^\/projects\/([^/]+)(?:\/features\/([^/]+))?(?:\/|$)/.exec(location) ?? []
  if (project === undefined) return undefined
  try {
    return flag === undefined
      ? { project: decodeURIComponent(project) }
      : { project: decodeURIComponent(project), flag: decodeURIComponent(flag) }
  } catch {
    // ignore an unknown address that was typed
    return undefined
  }
}

/** Puts what was opened last first; a thing is in the list once, and there are never more than some. */
export function withOpened(items: readonly RecentItem[], opened: RecentItem): RecentItem[] {
  const others = items.filter((one) => one.project !== opened.project || one.flag !== opened.flag)
  return [opened, ...others].slice(0, RECENT_LIMIT)
}

/** Recently opened items, newest first. */
export function readRecent(): RecentItem[] {
  const items = readStored(STORED, { schema: z.array(z.unknown()), otherwise: [] })
  return items.flatMap((one) => RecentItem.safeParse(one).data ?? []).slice(0, RECENT_LIMIT)
}

export function rememberOpened(location: string): void {
  const item = itemAt(location)
  if (item) writeStored(STORED, withOpened(readRecent(), item))
}
