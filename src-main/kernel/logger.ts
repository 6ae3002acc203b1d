import pino, { type DestinationStream } from 'pino'

import { CENSORED, censorSecrets } from './censor-secrets.ts'
import { traceFields } from './tracing/in-span.ts'

/**
 * The levels and how often each may occur: error: someone must act (expected never); warn: something was refused or
 * degraded that an admin may want to know; info: the life of the process; debug: each request.
 */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export interface Logger {
  error(fields: object, message: string): void
  warn(fields: object, message: string): void
  info(fields: object, message: string): void
  debug(fields: object, message: string): void
  child(fields: object): Logger
}

/** Logger that keeps its last lines, for a bug report. */
export interface RecordingLogger extends Logger {
  /** Last lines, oldest first; absent where nothing keeps them. */
  readonly recent?: () => string[]
}

/** Fields whose values must never be logged. */
const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'token']

const MAX_LINES = 300
const MAX_LENGTH = 4000

/** The last lines of a log, for a bug report: bounded in number and in length. */
class LogTail {
  readonly #lines: string[] = []

  add(line: string): void {
    // a part of a line would hide from those who mask its fields by their names
    const isTooLong = line.length > MAX_LENGTH
    this.#lines.push(
      isTooLong ? JSON.stringify({ msg: `${line.length} characters, left out` }) : line.trimEnd(),
    )
    if (this.#lines.length > MAX_LINES) this.#lines.shift()
  }

  /** The lines, oldest first. */
  get lines(): string[] {
    return [...this.#lines]
  }
}

/** A JSON-lines logger on stderr (or `destination`), synchronous: nothing is lost at the end of the process. */
export function createLogger(level: LogLevel, destination?: DestinationStream): RecordingLogger {
  const lines = destination ?? pino.destination({ dest: 2, sync: true })
  const tail = new LogTail()
  const write = (line: string) => {
    const censored = censorSecrets(line)
    tail.add(censored)
    lines.write(censored)
  }
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // finds the trace of a line (docs/observability.md#log)
      mixin: traceFields,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: CENSORED },
    },
    { write },
  )
  return Object.assign(logger, { recent: () => tail.lines })
}
