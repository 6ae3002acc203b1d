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
  const added = wanted.slice(had.length)
  return [
    ...had.flatMap((is, place) => {
      const goal = wanted[place]
      return goal && isSame(is, goal, place) ? [] : [{ place, had: is, wanted: goal }]
    }),
    ...added.map((goal, index) => ({ place: had.length + index, had: undefined, wanted: goal })),
  ]
}
