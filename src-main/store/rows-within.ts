/** Characters of a page of long rows: it ends there, before its number, but never without a row. */
export const MAX_PAGE_CHARACTERS = 4_000_000

/** Rows of a page that are read first: a usual one in one go. More of long ones, read for several at a time, fill a small heap. */
const FIRST_OF_PAGE = 50
/** Rows of parts that are read first, to learn how long they are. */
const FIRST_OF_PARTS = 20

interface Wanted<Row> {
  offset: number
  limit: number
  /** Characters that are left of the page. */
  characters: number
  lengthOf: (row: Row) => number
}

/** Asks for a page from its beginning, of which nothing is taken yet. */
export const wholePage = <Row>(lengthOf: (row: Row) => number) => ({
  offset: 0,
  characters: MAX_PAGE_CHARACTERS,
  lengthOf,
})

/** Rows of a page, as far as they fit into it. */
export interface RowsWithin<Row> {
  rows: Row[]
  /** Characters of the rows. */
  characters: number
  /** True if a row did not fit. */
  isFull: boolean
}

/**
 * Reads up to `limit` rows, and no more than fit into a number of characters. They are read in parts, each as large as the rows
 * before it let expect. Where `characters` is that of a whole page, the first row always fits.
 */
export async function readWithin<Row>(
  read: (page: { offset: number; limit: number }) => Promise<Row[]>,
  { offset, limit, characters: most, lengthOf }: Wanted<Row>,
): Promise<RowsWithin<Row>> {
  const rows: Row[] = []
  let characters = 0
  while (rows.length < limit) {
    const mean = Math.max(1, characters / Math.max(1, rows.length))
    const next = rows.length === 0 ? FIRST_OF_PAGE : Math.max(1, Math.ceil((most - characters) / mean))
    const size = Math.min(limit - rows.length, next)
    const found = await read({ offset: offset + rows.length, limit: size })
    for (const row of found) {
      const length = lengthOf(row)
      const isFirst = rows.length === 0 && most === MAX_PAGE_CHARACTERS
      if (characters + length > most && !isFirst) return { rows, characters, isFull: true }
      rows.push(row)
      characters += length
    }
    if (found.length < size) break
  }
  return { rows, characters, isFull: false }
}

/** Characters of rows that are read together, where each is dealt with before the next. */
const PART_CHARACTERS = 500_000
/** Rows that are read together at most. */
const PART_ROWS = 4000

/**
 * Reads rows in parts that are about as long as each other, however long the rows are. `read` answers up to `limit` rows after the
 * last one of the part before.
 */
export async function* rowsInParts<Row>(
  read: (previous: Row | undefined, limit: number) => Promise<Row[]>,
  lengthOf: (row: Row) => number,
): AsyncGenerator<Row[]> {
  let previous: Row | undefined
  let limit = FIRST_OF_PARTS
  for (;;) {
    const rows = await read(previous, limit)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
    previous = rows.at(-1)
    const mean = Math.max(1, rows.reduce((sum, row) => sum + lengthOf(row), 0) / rows.length)
    limit = Math.min(PART_ROWS, Math.max(1, Math.floor(PART_CHARACTERS / mean)))
  }
}
