import pino, { type DestinationStream } from 'pino'

import { CENSORED, censorSecrets } from './censor-secrets.ts'
import { LogTail } from '#runtime/log-tail.ts'
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
