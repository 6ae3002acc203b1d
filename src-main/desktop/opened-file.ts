import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'

/** Extension of scenario files that the system opens with Halyard. */
const EXTENSION = '.halyard'
const MAX_BYTES = 8 * 1024 * 1024
/** Windows has no such flag, and no pipes among files. */
const NON_BLOCKING = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0

export interface OpenedFile {
  name: string
  text: string
}

/** Finds a scenario file among arguments of the command line; all others are ignored. */
export const findOpenedFile = (args: readonly string[]): string | undefined =>
  args.findLast((arg) => !arg.startsWith('-') && arg.toLowerCase().endsWith(EXTENSION))

/** Reads a scenario file; undefined: it cannot be read or is too large. The page shows its plan, and applies nothing by itself. */
export async function readOpenedFile(file: string): Promise<OpenedFile | undefined> {
  if (!path.isAbsolute(file)) return undefined
  try {
    // a pipe would hold the thread that opens it until somebody writes
    const handle = await open(file, constants.O_RDONLY | NON_BLOCKING)
    try {
      const found = await handle.stat()
      if (!found.isFile() || found.size > MAX_BYTES) return undefined
      return { name: path.basename(file), text: await handle.readFile('utf8') }
    } finally {
      await handle.close()
    }
  } catch {
    return undefined
  }
}

interface Window {
  /** Opens a window, or brings one to the front. */
  open: () => Promise<void>
  /** Sends a file to the page of the window used last; false: there is no page yet. */
  send: (file: OpenedFile) => boolean
}

/** Scenario files that the system opens with the app, on their way to a page. */
export class OpenedFiles {
  readonly #window: Window
  #waiting: OpenedFile | undefined

  constructor(window: Window) {
    this.#window = window
  }

  /** Opens a file of the command line, and a window for it. Returns false if there is none among the arguments. */
  take(args: readonly string[]): boolean {
    const file = findOpenedFile(args)
    if (file !== undefined) void this.open(file)
    return file !== undefined
  }

  async open(file: string): Promise<void> {
    this.#waiting = await readOpenedFile(file)
    await this.#window.open()
    this.deliver()
  }

  /** Sends the file that waits, once a page is ready for it. */
  deliver(): void {
    if (this.#waiting && this.#window.send(this.#waiting)) this.#waiting = undefined
  }
}
