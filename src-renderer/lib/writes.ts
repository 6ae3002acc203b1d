import { readingOf } from '#shared/audit/undo/index.ts'
import type { WrittenChange } from '#shared/rpc/rpc-transformer.ts'

/** The changes of one write, as its answer brought them. */
export type Write = readonly WrittenChange[]

/** Acts under way that want to know what they write, the newest last. */
const collecting: Write[][] = []

/** Begins a write. Returns the function that hands its changes to the act that it belongs to: the newest one under way. */
export function beginWrite(): (changes: Write) => void {
  const act = collecting.at(-1)
  return (changes) => {
    if (changes.length > 0) act?.push(changes)
  }
}

/** Does something and collects the writes that it makes, in their order. */
export async function collectWrites(work: () => Promise<unknown>): Promise<Write[]> {
  const writes: Write[] = []
  collecting.push(writes)
  try {
    await work()
  } finally {
    collecting.splice(collecting.indexOf(writes), 1)
  }
  return writes
}

/** Checks that the event log can undo writes: each changed something, and nothing that cannot be changed back. */
export function areUndoable(writes: readonly Write[]): boolean {
  const kindsOf = (write: Write) => write.map(({ type }) => readingOf({ type }).kind)
  return (
    writes.length > 0 &&
    writes.every((write) => {
      const kinds = kindsOf(write)
      return kinds.includes('reversible') && !kinds.includes('final')
    })
  )
}
