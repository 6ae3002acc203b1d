import { z } from 'zod'

import type { Entry } from './entries.ts'

const STORED = 'halyard.palette.recent'
const MOST = 6

const Recent = z
  .array(
    z.object({
      label: z.string().max(300),
      note: z.string().max(300).optional(),
      path: z.string().startsWith('/').max(1000),
    }),
  )
  .catch([])

/** Entries that were used last, the latest first. */
export function readRecent(): Entry[] {
  let stored: unknown
  try {
    stored = JSON.parse(localStorage.getItem(STORED) ?? '[]')
  } catch {
    stored = []
  }
  return Recent.parse(stored)
    .slice(0, MOST)
    .map(({ label, note, path }) => ({ group: 'Recent', label, path, ...(note ? { note } : {}) }))
}

export function noteRecent({ label, note, path }: Entry): void {
  if (path === undefined) return
  const others = readRecent().filter((entry) => entry.path !== path || entry.label !== label)
  const all = [{ label, note, path }, ...others.map(({ group: _group, ...entry }) => entry)].slice(0, MOST)
  localStorage.setItem(STORED, JSON.stringify(all))
}
