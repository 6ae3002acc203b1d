import { figure } from './figures.ts'
import { notifyDone } from './notify.ts'

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

/** Says that a list was too long to be read as a whole. */
export function reportOmittedRows(read: number, total: number): void {
  if (read >= total) return
  notifyDone(
    `Saved the first ${figure(read)} of ${figure(total)} rows. Narrow the filters to save the others.`,
  )
}
