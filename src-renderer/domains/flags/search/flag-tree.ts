/** Signs that part the name of a flag: `checkout.payment.new`. */
const PARTS = /[./:]/

/** Row of a list of flags as a tree: a folder of several flags, or a flag. */
export type TreeRow<Flag> = { key: string; label: string; depth: number } & (
  { flag: Flag; folder?: never } | { flag?: never; folder: { count: number; isOpen: boolean } }
)

interface Named {
  name: string
}
interface Folder<Flag> {
  path: string
  flags: readonly Flag[]
  nodes: readonly Node<Flag>[]
}
type Node<Flag> = { flag: Flag; folder?: never } | { flag?: never; folder: Folder<Flag> }

const PREFIX = 'folder '
/** Names the row of a folder among the rows of flags, whose names have no spaces. */
const keyOf = (path: string) => PREFIX + path

/** The part of a name that follows, with the sign at its end; undefined: it is the last one. */
function nextPart(name: string, start: number): string | undefined {
  const length = name.slice(start).search(PARTS)
  return length === -1 ? undefined : name.slice(start, start + length + 1)
}

/** Tree of flags by the parts of their names, in the order of the flags. */
export class FlagTree<Flag extends Named> {
  readonly #roots: readonly Node<Flag>[]
  readonly #folders = new Map<string, Folder<Flag>>()

  constructor(flags: readonly Flag[]) {
    // a list that changed while it was read page by page may have one twice
    const unique = new Map(flags.map((flag) => [flag.name, flag]))
    this.#roots = this.#grouped([...unique.values()], 0)
  }

  #grouped(flags: readonly Flag[], start: number): readonly Node<Flag>[] {
    const groups = new Map<string, Flag[]>()
    for (const flag of flags) {
      // a flag without further parts is a group of its own: nothing else has its whole name
      const key = nextPart(flag.name, start) ?? `${flag.name} `
      const group = groups.get(key)
      if (group) group.push(flag)
      else groups.set(key, [flag])
    }
    return [...groups.values()].flatMap((group) => this.#nodeOf(group, start))
  }

  /** One flag needs no folder, and a folder with a single one in it is shown with it as one. */
  #nodeOf(flags: readonly Flag[], start: number): Node<Flag>[] {
    const [first, second] = flags
    if (!first) return []
    if (!second) return [{ flag: first }]
    let path = first.name.slice(0, start)
    for (
      let part = nextPart(first.name, start);
      part !== undefined;
      part = nextPart(first.name, path.length)
    ) {
      const longer: string = path + part
      if (!flags.every(({ name }) => name.startsWith(longer))) break
      path = longer
    }
    const folder = { path, flags, nodes: this.#grouped(flags, path.length) }
    this.#folders.set(keyOf(path), folder)
    return [{ folder }]
  }

  /** Lists the rows in sight. `isOpen`: of the folder with that key. */
  rows(isOpen: (key: string) => boolean): TreeRow<Flag>[] {
    const rows: TreeRow<Flag>[] = []
    const add = (nodes: readonly Node<Flag>[], depth: number, start: number) => {
      for (const { flag, folder } of nodes) {
        if (!folder) {
          rows.push({ key: flag.name, label: flag.name.slice(start) || flag.name, depth, flag })
          continue
        }
        const { path, flags } = folder
        const key = keyOf(path)
        const row = { key, label: path.slice(start), depth }
        const isShown = isOpen(key)
        rows.push({ ...row, folder: { count: flags.length, isOpen: isShown } })
        if (isShown) add(folder.nodes, depth + 1, path.length)
      }
    }
    add(this.#roots, 0, 0)
    return rows
  }

  /** Names the flags of a row: its own, or all in the folder. */
  #namesIn(key: string): readonly string[] {
    return this.#folders.get(key)?.flags.map(({ name }) => name) ?? [key]
  }

  /** Adds the keys of the folders whose flags are all selected. */
  withFolders(selected: readonly string[]): readonly string[] {
    if (selected.length === 0) return selected
    const names = new Set(selected)
    const full = [...this.#folders].filter(([, { flags }]) => flags.every(({ name }) => names.has(name)))
    return [...selected, ...full.map(([key]) => key)]
  }

  /**
   * Reads the selected flags from the keys of rows, after some were selected or some deselected: a folder stands for all
   * in it. All flags may be selected by their names alone, without the folders of before.
   */
  selectedBy(keys: readonly string[], before: readonly string[]): readonly string[] {
    const [now, then] = [new Set(keys), new Set(this.withFolders(before))]
    const names = new Set(before)
    const added = keys.filter((key) => !then.has(key))
    for (const name of added.flatMap((key) => this.#namesIn(key))) names.add(name)
    if (added.length > 0) return [...names]
    for (const key of then) if (!now.has(key)) for (const name of this.#namesIn(key)) names.delete(name)
    return [...names]
  }
}
