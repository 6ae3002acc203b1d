import { messageOf } from '#shared/errors/message-of.ts'

/** Exit statuses of the command line, as they are documented. */
export const OK = 0
export const COULD_NOT_RUN = 1
export const USAGE_ERROR = 2

/** Paths of the built program's files. */
export interface CliFiles {
  wasmFile: string
  rendererDir: string
  /** The worker that scans code; absent: scans run in the thread of the service. */
  codeScanFile?: string
  /** Built process that answers SDKs. */
  workerFile?: string
  /** The package's own package.json, which has the version. */
  packageFile?: string
}

export const printLine = (line: string): void => void process.stdout.write(`${line}\n`)
export const printError = (line: string): void => void process.stderr.write(`${line}\n`)

/** Reads options. Prints why they are invalid, and the usage; undefined then. */
export function readOr<T>(read: () => T, usage: string): T | undefined {
  try {
    return read()
  } catch (error) {
    printError(`${messageOf(error)}\n\n${usage}`)
    return undefined
  }
}

/** Text of an error about a scenario: a line for each fault. `error` is an AppError, or the body of an error reply. */
export function scenarioProblem(error: unknown, fallback: string): string {
  const { message, details } = (error ?? {}) as { message?: string; details?: { message: string }[] }
  const lines = (details ?? []).map((one) => one.message)
  return lines.length > 1 ? lines.join('\n') : (message ?? lines[0] ?? fallback)
}
