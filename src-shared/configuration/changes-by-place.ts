/** Change of an item of a list that has no keys. Without `had` it is added, without `wanted` it is deleted. */
export type ChangeByPlace<Had, Wanted> =
  { place: number; had: undefined; wanted: Wanted } | { place: number; had: Had; wanted: Wanted | undefined }

/**
 * Matches the strategies of a flag in an environment by their places: those there are changed where they differ, further ones
 * are added, and what is left over is deleted last. Deleting the last strategy disables a flag.
 */
export function changesByPlace<Had extends object, Wanted extends object>(
  had: readonly Had[],
  wanted: readonly Wanted[],
  isSame: (had: Had, wanted: Wanted, place: number) => boolean,
): ChangeByPlace<Had, Wanted>[] {
  const places = Array.from({ length: Math.max(had.length, wanted.length) }, (_, place) => place)
  return places.flatMap((place): ChangeByPlace<Had, Wanted>[] => {
    const [is, goal] = [had[place], wanted[place]]
    if (!is) return goal ? [{ place, had: is, wanted: goal }] : []
    return goal && isSame(is, goal, place) ? [] : [{ place, had: is, wanted: goal }]
  })
}
