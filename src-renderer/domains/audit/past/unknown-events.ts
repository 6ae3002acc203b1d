import type { Past } from '#shared/audit/schemas/past.ts'

interface UnknownEvents {
  label: string
  count: number
  /** Time of the newest. */
  createdAt: string
}

/** Counts events by kind, from newest to oldest, as they come. */
export function countUnknown(events: Past['limit']['unknown']): UnknownEvents[] {
  const kinds = new Map<string, UnknownEvents>()
  for (const { label, createdAt } of events) {
    const { count, createdAt: newest } = kinds.get(label) ?? { count: 0, createdAt }
    kinds.set(label, { label, count: count + 1, createdAt: newest })
  }
  return [...kinds.values()]
}
