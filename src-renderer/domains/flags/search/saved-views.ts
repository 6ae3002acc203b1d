import { z } from 'zod'

import { readStored, writeStored } from '#ui/stored.ts'
import { NO_FILTER, type FlagFilter } from './flag-filter.ts'

/** A filter with a name. They are this window's own: what one looks for is nobody else's business. */
export interface SavedView {
  name: string
  filter: FlagFilter
}

const STORED = 'halyard.views'
const MAX_VIEWS = 500

const Text = z.string().max(500).catch('')
const YesOrNo = z.boolean().catch(false)
/** A filter as another version may have kept it: a part that it lacks filters nothing. */
const Filter = z.object({
  text: Text,
  project: Text,
  type: Text,
  state: z.enum(['', 'active', 'stale']).catch(''),
  lifecycle: Text,
  tag: Text,
  createdBy: Text,
  favorites: YesOrNo,
  archived: YesOrNo,
}) satisfies z.ZodType<FlagFilter>
const Views = z.array(z.object({ name: z.string(), filter: Filter.catch(NO_FILTER) }))

/** The saved views by name; what cannot be read any more is none. */
export function readViews(): SavedView[] {
  return readStored(STORED, { schema: Views, otherwise: [] })
}

/** Keeps a filter under a name; one of that name is replaced. */
export function saveView(name: string, filter: FlagFilter): void {
  const others = readViews().filter((view) => view.name !== name)
  write([{ name, filter }, ...others].slice(0, MAX_VIEWS))
}

export function forgetView(name: string): void {
  write(readViews().filter((view) => view.name !== name))
}

function write(views: SavedView[]): void {
  const sorted = views.sort((a, b) => a.name.localeCompare(b.name))
  writeStored(STORED, sorted)
}
