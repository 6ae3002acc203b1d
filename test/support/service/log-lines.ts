import { createLogger, type Logger } from '#kernel/logger.ts'

/** A logger of level debug, and the lines that it has written. */
export function logLines(): { logger: Logger; lines: string[] } {
  const lines: string[] = []
  return { lines, logger: createLogger('debug', { write: (line: string) => void lines.push(line) }) }
}
