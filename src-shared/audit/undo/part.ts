import { isIdentical } from '../../configuration/equality.ts'

/**
 * Place of a part of the configuration: its kind, then the names that lead to it, such as
 * `['flag', 'checkout', 'env', 'production', 'enabled']`. A path that begins another one contains it.
 */
export type Path = readonly string[]

/** Change of one part by an event. `undefined`: the part was not there, or is not any more. */
export interface PartChange {
  path: Path
  before: unknown
  after: unknown
}

export interface Part {
  path: Path
  value: unknown
}

/** Text of a path, for maps and links. No two paths have the same. */
export const pathText = (path: Path): string => path.map(encodeURIComponent).join('/')

/** Reads the text of a path. */
export const toPath = (text: string): Path => text.split('/').map(decodeURIComponent)

/** Checks that one path is the other, or contains it. */
export function contains(outer: Path, inner: Path): boolean {
  return outer.length <= inner.length && outer.every((name, index) => inner[index] === name)
}

/** Checks whether two parts overlap: they are equal, or one contains the other. */
export const overlap = (one: Path, other: Path): boolean => contains(one, other) || contains(other, one)

/** Parts of a configuration, grouped by what they belong to: `flag/checkout`, `segment/3`. */
export class ConfigurationParts {
  readonly #groups = new Map<string, Map<string, Part>>()

  constructor(parts: Iterable<Part> = []) {
    for (const { path, value } of parts) this.set(path, value)
  }

  get(path: Path): unknown {
    return this.#groups.get(ownerText(path))?.get(pathText(path))?.value
  }

  /** Checks that a part is named here, if only as one that has to go. */
  has(path: Path): boolean {
    return this.#groups.get(ownerText(path))?.has(pathText(path)) ?? false
  }

  set(path: Path, value: unknown): void {
    const owner = ownerText(path)
    const group = this.#groups.get(owner) ?? new Map<string, Part>()
    group.set(pathText(path), { path, value })
    this.#groups.set(owner, group)
  }

  /** Takes over all parts of other owners. */
  adopt(others: ConfigurationParts): void {
    for (const [owner, group] of others.#groups) this.#groups.set(owner, group)
  }

  /** Removes a part and all that it contains. */
  remove(path: Path): void {
    const group = this.#groups.get(ownerText(path))
    for (const [text, part] of group ?? []) if (contains(path, part.path)) group?.delete(text)
  }

  /** The parts that a path contains, itself included. */
  under(path: Path): Part[] {
    return [...(this.#groups.get(ownerText(path))?.values() ?? [])].filter((part) =>
      contains(path, part.path),
    )
  }

  /** The paths of what has parts here. */
  owners(): Path[] {
    return [...this.#groups.keys()].map(toPath)
  }

  get count(): number {
    let count = 0
    for (const group of this.#groups.values()) count += group.size
    return count
  }

  all(): Part[] {
    return [...this.#groups.values()].flatMap((group) => [...group.values()])
  }
}

const ownerText = (path: Path) => pathText(path.slice(0, 2))

/** Finds the parts below a path that differ between two states. */
export function differencesBetween(
  before: ConfigurationParts,
  after: ConfigurationParts,
  path: Path,
): PartChange[] {
  const paths = new Map(
    [...before.under(path), ...after.under(path)].map((one) => [pathText(one.path), one.path]),
  )
  return [...paths.values()]
    .map((one) => ({ path: one, before: before.get(one), after: after.get(one) }))
    .filter((change) => !isIdentical(change.before, change.after))
}
