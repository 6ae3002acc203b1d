import { detail } from '#shared/errors/error-table.ts'
import { AppError } from '#kernel/app-error.ts'

/** Something that is wrong in a scenario file, and where. */
export interface Fault {
  path: readonly (string | number)[]
  message: string
  /** Line, where it is known otherwise. */
  line?: number
}

/** Contents of a YAML or JSON file, with the lines of what is in it. */
export interface ScenarioDocument {
  value: unknown
  faults: Fault[]
  /** Line of a value; of what contains it where it is absent. */
  lineOf: (path: readonly (string | number)[]) => number
}

const MAX_FAULTS = 200

/** Creates the error for a file with faults. Each has the file, the line and the path. */
export function scenarioError(file: string, faults: readonly Fault[], document?: ScenarioDocument): AppError {
  const details = faults.slice(0, MAX_FAULTS).map(({ path, message, line }) => {
    const text = path
      .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
      .join('')
    const at = line ?? document?.lineOf(path) ?? 1
    return detail(`${file}:${at}${text === '' ? '' : ` ${text}`}: ${message}`, `/${path.join('/')}`)
  })
  const more = faults.length > MAX_FAULTS ? `, and ${faults.length - MAX_FAULTS} more` : ''
  return new AppError(
    'BadDataError',
    `The scenario has ${faults.length === 1 ? '1 fault' : `${faults.length} faults`}: ${details[0]?.message ?? ''}${more}`,
    { details },
  )
}
