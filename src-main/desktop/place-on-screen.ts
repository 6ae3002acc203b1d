import type { Bounds } from './desktop-settings.ts'

/** Part of a window that must be in sight to find and drag it: about its title. */
const IN_SIGHT = { width: 120, height: 40 }

/** Finds a place for a window on the screens that are there: where it was, else as large as it was; undefined: as usual. */
export function placeOnScreen(
  bounds: Bounds | undefined,
  screens: readonly Bounds[],
): Partial<Bounds> | undefined {
  if (!bounds) return undefined
  const screen = screens.find(
    (area) =>
      overlap(bounds.x, bounds.width, area.x, area.width) >= IN_SIGHT.width &&
      overlap(bounds.y, bounds.height, area.y, area.height) >= IN_SIGHT.height &&
      // the title bar is at the top
      bounds.y >= area.y - 8,
  )
  const { width, height } = bounds
  if (screen) return { ...bounds, ...fit({ width, height }, screen) }
  const [first] = screens
  return first && fit({ width, height }, first)
}

const overlap = (start: number, length: number, from: number, within: number) =>
  Math.min(start + length, from + within) - Math.max(start, from)

const fit = (size: { width: number; height: number }, screen: Bounds) => ({
  width: Math.min(size.width, screen.width),
  height: Math.min(size.height, screen.height),
})
