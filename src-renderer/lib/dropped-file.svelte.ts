import { ExportedFlags } from '#shared/transfer/schemas/import-export.ts'

/** Kinds of files that can be dropped onto the window. */
export type DroppedKind = 'flags' | 'scenario'

/** Larger files are chosen on their own page, which reads them in parts. */
const MAX_BYTES = 50 * 1024 * 1024

/** Finds out what a file is; undefined: nothing that Halyard imports. */
export async function kindOf(file: File): Promise<DroppedKind | undefined> {
  if (/\.ya?ml$/i.test(file.name)) return 'scenario'
  if (file.size > MAX_BYTES) return undefined
  const value = await file.text().then(toJson, () => undefined)
  if (typeof value !== 'object' || value === null) return undefined
  if ('scenario' in value) return 'scenario'
  return ExportedFlags.safeParse(value).success ? 'flags' : undefined
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Time in which its page must appear: later, nobody expects it. */
const PATIENCE_MS = 5000

/** File on its way from where it was dropped to the page that imports it. */
class DroppedFile {
  #waiting = $state.raw<{ kind: DroppedKind; file: File }>()

  #until = 0

  put(kind: DroppedKind, file: File): void {
    this.#until = performance.now() + PATIENCE_MS
    this.#waiting = { kind, file }
  }

  /** True while a file of this kind waits; reacts to changes. */
  has(kind: DroppedKind): boolean {
    return this.#waiting?.kind === kind && performance.now() < this.#until
  }

  /** Takes the file, once. */
  take(kind: DroppedKind): File | undefined {
    const waiting = this.#waiting
    if (waiting?.kind !== kind) return undefined
    this.#waiting = undefined
    return waiting.file
  }
}

export const droppedFile = new DroppedFile()
