/** Maps items with a bounded number of requests at once, in their order. The first error ends it. */
export async function mapAtOnce<T, R>(
  items: readonly T[],
  most: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const left = items.entries()
  let hasFailed = false
  const work = async () => {
    for (const [index, item] of left) {
      if (hasFailed) return
      results[index] = await map(item)
    }
  }
  const workers = Array.from({ length: Math.min(most, items.length) }, () =>
    work().catch((error: unknown) => {
      hasFailed = true
      throw error
    }),
  )
  await Promise.all(workers)
  return results
}
