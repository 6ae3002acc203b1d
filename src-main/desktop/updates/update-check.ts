import { gt, valid } from 'semver'
import { z } from 'zod'

import type { AppSettings, UpdateFinding } from '#shared/desktop/app-settings.ts'
import { detail } from '#shared/errors/error-table.ts'
import { AppError } from '#kernel/app-error.ts'
import type { Logger } from '#kernel/logger.ts'
import { explainFailure, readBeginning } from '#kernel/outbound.ts'

interface Options {
  settings: () => AppSettings['updates']
  current: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Tells the person of a newer version. */
  notify: (found: UpdateFinding) => void
  logger: Pick<Logger, 'info'>
}

const DAY_MS = 24 * 60 * 60 * 1000
const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024

/** Content of the version file. Other properties are ignored. */
const VersionFile = z.object({
  version: z.string().refine((text) => valid(text) !== null),
  page: z
    .string()
    .max(2000)
    .refine((text) => /^https:\/\//i.test(text) && URL.canParse(text))
    .optional()
    .catch(undefined),
})

/** Looks for a newer version at the address of the settings: on request, and once a day if that is on. */
export class UpdateCheck {
  readonly #options: Options
  #timer: ReturnType<typeof setInterval> | undefined
  /** Version that the person has been told of. */
  #told = ''

  constructor(options: Options) {
    this.#options = options
  }

  /** Reads the version file. Throws an AppError that says what is wrong with the address or the file. */
  async check(): Promise<UpdateFinding> {
    const { settings, current, fetch } = this.#options
    const { url } = settings()
    if (url === '') throw invalid('Enter the address of a version file first.')
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { signal, redirect: 'error' }).catch((error: unknown) => {
      throw invalid(explainFailure(error, new URL(url).host))
    })
    if (!response.ok) throw invalid(`The address answers ${response.status}.`)
    const file = VersionFile.safeParse(toJson(await readBeginning(response, MAX_BYTES)))
    if (!file.success) throw invalid('The file names no version, such as {"version": "1.2.3"}.')
    const { version: newest, page = null } = file.data
    return { current, newest, isNewer: gt(newest, current), page }
  }

  /** Checks once a day from now on, while that is on. */
  start(): void {
    this.#timer ??= setInterval(() => void this.look(), DAY_MS).unref()
    void this.look()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Checks if that is on, and tells of a newer version once. A failure is for the log: the next day is soon enough. */
  async look(): Promise<void> {
    const { settings, notify, logger } = this.#options
    const { isOn, url } = settings()
    if (!isOn || url === '') return
    try {
      const found = await this.check()
      if (!found.isNewer || found.newest === this.#told) return
      this.#told = found.newest
      notify(found)
    } catch (error) {
      logger.info({ err: error }, 'the check for a newer version failed')
    }
  }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const invalid = (message: string) =>
  new AppError('BadDataError', message, { details: [detail(message, '/body/updates/url')] })
