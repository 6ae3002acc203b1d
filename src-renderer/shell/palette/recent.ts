import { z } from 'zod'

import { readStored, writeStored } from '../../lib/stored.ts'
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
