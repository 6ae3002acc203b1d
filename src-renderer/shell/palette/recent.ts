import { z } from 'zod'

import { readRecent as readOpened, type RecentItem } from '#lib/recent.ts'
import { readStored, writeStored } from '#ui/stored.ts'
import type { Entry } from './entries.ts'

const STORED = 'halyard.palette.recent'
const MOST = 6

const Recent = z.array(
  z.object({
    label: z.string().max(300),
    note: z.string().max(300).optional(),
    path: z.string().startsWith('/').max(1000),
  }),
)

/** Entries that were used last, the latest first. */
export function readRecent(): Entry[] {
  return readStored(STORED, { schema: Recent, otherwise: [] })
    .slice(0, MOST)
    .map(({ label, note, path }) => ({ group: 'Recent', label, path, ...(note ? { note } : {}) }))
}

export function noteRecent({ label, note, path }: Entry): void {
  if (path === undefined) return
  const others = readRecent().filter((entry) => entry.path !== path || entry.label !== label)
  const all = [{ label, note, path }, ...others.map(({ group: _group, ...entry }) => entry)].slice(0, MOST)
  writeStored(STORED, all)
}

const toEntry = ({ project, flag }: RecentItem, projectName: (id: string) => string): Entry => {
  const path = `/projects/${encodeURIComponent(project)}`
  return flag === undefined
    ? { group: 'Recent', label: projectName(project), note: 'Project', path }
    : {
        group: 'Recent',
        label: flag,
        note: projectName(project),
        path: `${path}/features/${encodeURIComponent(flag)}`,
      }
}

/** Entries used last in the palette, then flags and projects opened otherwise. */
export function recentEntries(projectName: (id: string) => string): Entry[] {
  const used = readRecent()
  const paths = new Set(used.map(({ path }) => path))
  const opened = readOpened().map((item) => toEntry(item, projectName))
  return [...used, ...opened.filter(({ path }) => !paths.has(path))].slice(0, MOST)
}

/** Puts recent entries before all others, which are then left out of their own groups. */
export function withRecentFirst(recent: readonly Entry[], entries: readonly Entry[]): Entry[] {
  const known = new Set(recent.map(({ label, path }) => JSON.stringify([label, path])))
  return [...recent, ...entries.filter(({ label, path }) => !known.has(JSON.stringify([label, path])))]
}
