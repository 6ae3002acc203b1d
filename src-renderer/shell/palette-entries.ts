/** Something to jump to. */
export interface PaletteEntry {
  group: 'Pages' | 'Projects' | 'Flags'
  label: string
  /** What tells it from others of the name: the project of a flag, the id of a project. */
  note?: string
  path: string
}

const MAX_SHOWN = 12

/** The entries that a text finds, best first: names that begin with it, then those that hold it. */
export function findEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const wanted = text.trim().toLowerCase()
  const rank = ({ label, note }: PaletteEntry) => {
    const name = label.toLowerCase()
    if (name.startsWith(wanted)) return 0
    if (name.includes(wanted)) return 1
    return note?.toLowerCase().includes(wanted) ? 2 : 3
  }
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_SHOWN)
    .map((one) => one.entry)
}
