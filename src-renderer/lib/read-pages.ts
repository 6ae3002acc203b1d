/** More rows than these are not read at once. */
export const MAX_ROWS = 20_000

/** Reads all rows of a list, page by page; of a longer list the first ones. */
export async function readPages<Row>(
  readPage: (offset: number) => Promise<{ rows: readonly Row[]; total: number }>,
): Promise<Row[]> {
  const all: Row[] = []
  for (;;) {
    const { rows, total } = await readPage(all.length)
    all.push(...rows)
    if (rows.length === 0 || all.length >= Math.min(total, MAX_ROWS)) return all.slice(0, MAX_ROWS)
  }
}

/**
 * Reads a page of a list in as many parts as the service makes of it: one of long rows ends at their size, too. Returns the total of
 * the list with it.
 */
export async function readPage<Row>(
  read: (part: { offset: number; limit: number }) => Promise<{ rows: readonly Row[]; total: number }>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: Row[]; total: number }> {
  const rows: Row[] = []
  for (;;) {
    const part = await read({ offset: offset + rows.length, limit: limit - rows.length })
    rows.push(...part.rows)
    const isWhole = rows.length >= Math.min(limit, part.total - offset)
    if (part.rows.length === 0 || isWhole) return { rows, total: part.total }
  }
}
