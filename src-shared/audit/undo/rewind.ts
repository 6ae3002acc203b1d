import type { PartChange, Parts, Path } from './part.ts'

/** Checks that what a path names has parts of its own, which are gone when it is. */
const isContainer = (path: Path) =>
  path.length === 2 ||
  (path[0] === 'project' && path[2] === 'env' && path.length === 4) ||
  (path[4] === 'strategy' && path.length === 6)

/** Takes a change back in a state. Changes are taken back newest first. */
export function rewind(parts: Parts, { path, before }: PartChange): void {
  if (before === undefined) parts.remove(path)
  else parts.set(path, before)
}

/**
 * Collects into `targets` what parts have to become for changes to be taken back, newest first. `undefined`: the part
 * has to go.
 */
export function aim(targets: Parts, { path, before }: PartChange): void {
  if (before === undefined && isContainer(path)) targets.remove(path)
  targets.set(path, before)
}

/** Makes parts what targets say. */
export function applyTargets(parts: Parts, targets: Parts): void {
  // containers first: removing one removes what it holds
  const inOrder = targets.all().sort((a, b) => a.path.length - b.path.length)
  for (const { path, value } of inOrder) rewind(parts, { path, before: value, after: undefined })
}
