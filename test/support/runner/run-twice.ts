import { testsOnPostgres } from './make-database.ts'

/** Every transaction of the tests' instances is run twice. */
export const runsTwice = testsOnPostgres && process.env['HALYARD_RUN_TWICE'] === '1'

/** A disk whose transactions are run twice. */
export interface TwiceRun {
  /** From here on; what the start itself writes has the ids that tests know. */
  begin(): void
  disk: { beforeStatement: (sql: string) => void }
}

/**
 * Fails the first commit of each transaction as PostgreSQL does after another one came in between: every write of the tests
 * is run twice, and must answer and leave what one run does (ADR 36).
 */
export function runTwice(): TwiceRun {
  let hasBegun = false
  let hasFailed = false
  return {
    begin: () => (hasBegun = true),
    disk: {
      beforeStatement: (sql) => {
        if (!hasBegun || sql !== 'commit') return
        hasFailed = !hasFailed
        if (hasFailed)
          throw Object.assign(new Error('could not serialize access, says the test'), { code: '40001' })
      },
    },
  }
}
