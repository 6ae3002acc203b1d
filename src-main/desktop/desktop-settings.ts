import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { AppSettings, ON_CLOSE } from '#shared/desktop/app-settings.ts'
import { Theme } from '#shared/desktop/desktop-messages.ts'
import type { Logger } from '#kernel/logger.ts'

const Bounds = z.object({
  x: z.int().min(-100_000).max(100_000),
  y: z.int().min(-100_000).max(100_000),
  width: z.int().min(100).max(100_000),
  height: z.int().min(100).max(100_000),
})
export type Bounds = z.infer<typeof Bounds>

const Notices = z.object({
  changeRequests: z.boolean().catch(true),
  failedActions: z.boolean().catch(true),
  failedDeliveries: z.boolean().catch(true),
})

/** State of the window that the desktop remembers. A damaged part has its default again. */
const Remembered = z.object({
  bounds: Bounds.optional().catch(undefined),
  isMaximized: z.boolean().catch(false),
  isFullScreen: z.boolean().catch(false),
  zoomLevel: z.number().min(-8).max(9).catch(0),
  /** The path of the last page, below the `#`. */
  page: z.string().startsWith('/').max(2000).catch('/'),
  theme: Theme.catch('system'),
  onClose: z.enum(ON_CLOSE).catch('ask'),
  editor: AppSettings.shape.editor.catch('vscode'),
  notices: Notices.catch({ changeRequests: true, failedActions: true, failedDeliveries: true }),
  // the project has no public address yet: there is nothing to ask
  updates: AppSettings.shape.updates.catch({ url: '', isOn: false }),
})
export type DesktopState = z.infer<typeof Remembered>

const FILE = 'desktop.json'
/** A window that is dragged about is written once it rests, not at each pixel. */
const PAUSE_MS = 1000

/** The settings of the desktop, in a file beside Chromium's own. */
export class DesktopSettings {
  readonly #file: string
  readonly #logger: Pick<Logger, 'warn'>
  #values: DesktopState
  #written: string
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(folder: string, logger: Pick<Logger, 'warn'>) {
    this.#file = path.join(folder, FILE)
    this.#logger = logger
    this.#values = Remembered.parse(readObject(this.#file))
    this.#written = JSON.stringify(this.#values)
  }

  get values(): Readonly<DesktopState> {
    return this.#values
  }

  /** Changes some of it; it is on the disk a second later. */
  change(values: Partial<DesktopState>): void {
    this.#values = Remembered.parse({ ...this.#values, ...values })
    this.#timer ??= setTimeout(() => this.save(), PAUSE_MS)
  }

  /** Writes what has changed, at once. The window is not to fail for a disk that is full. */
  save(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const text = JSON.stringify(this.#values)
    if (text === this.#written) return
    try {
      mkdirSync(path.dirname(this.#file), { recursive: true })
      // write the file whole or not at all
      writeFileSync(`${this.#file}.new`, text)
      renameSync(`${this.#file}.new`, this.#file)
      this.#written = text
    } catch (error) {
      this.#logger.warn({ err: error, file: this.#file }, 'the settings of the window were not written')
    }
  }
}

function readObject(file: string): unknown {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
