/** Returns a copy of the list with one entry moved. */
export function moveEntry<T>(list: readonly T[], from: number, to: number): T[] {
  const entry = list[from]
  if (entry === undefined || to < 0 || to >= list.length) return [...list]
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), entry, ...rest.slice(to)]
}
