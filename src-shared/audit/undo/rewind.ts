import { pathText, ConfigurationParts, type PartChange, type Path } from './part.ts'

/** Checks that what a path names has parts of its own, which are gone when it is. */
const isContainer = (path: Path) =>
  path.length === 2 ||
  (path[0] === 'project' && path[2] === 'env' && path.length === 4) ||
  (path[4] === 'strategy' && path.length === 6)

/** Undoes a change in a state. Changes are undone newest first. */
export function rewind(parts: ConfigurationParts, { path, before }: PartChange): void {
  if (before === undefined) parts.remove(path)
  else parts.set(path, before)
}

/**
 * Adds to `targets` the value that a part has once the changes are undone, newest first. `undefined`: the part is
 * removed.
 */
export function collectTarget(targets: ConfigurationParts, { path, before }: PartChange): void {
  if (before === undefined && isContainer(path)) targets.remove(path)
  targets.set(path, before)
}

/** Makes parts what targets say. */
export function applyTargets(parts: ConfigurationParts, targets: ConfigurationParts): void {
  // containers first: removing one removes what it holds
  const inOrder = targets.all().sort((a, b) => a.path.length - b.path.length)
  for (const { path, value } of inOrder) rewind(parts, { path, before: value, after: undefined })
}

/**
 * Changes that are taken back later, newest first, where they are needed. It holds only the parts that changed, once
 * each: a state of any size is taken back piece by piece.
 */
export class Rewind {
  /** Values that parts had. */
  readonly #values = new ConfigurationParts()
  /** Parts that were not there, with all that they contain. They are removed before the values are set. */
  readonly #absent = new ConfigurationParts()

  take({ path, before }: PartChange): void {
    if (before === undefined) {
      this.#values.remove(path)
      this.#absent.set(path, true)
    } else this.#values.set(path, before)
  }

  /** The paths of what changed. */
  owners(): Path[] {
    const owners = [...this.#values.owners(), ...this.#absent.owners()]
    return [...new Map(owners.map((owner) => [pathText(owner), owner])).values()]
  }

  /** Takes the changes of one owner back in a state. */
  applyTo(parts: ConfigurationParts, owner: Path): void {
    for (const { path } of this.#absent.under(owner)) parts.remove(path)
    for (const { path, value } of this.#values.under(owner)) parts.set(path, value)
  }
}
