import {
  DatabaseUnavailable,
  StoreError,
  StoreFull,
  StoreUnavailable,
  UnstorableValue,
} from '../store-errors.ts'

/** Errors of PostgreSQL by their code (SQLSTATE), or of the network. */
const codeOf = (error: unknown): string =>
  error instanceof Error ? ((error as Error & { code?: string }).code ?? '') : ''

/** Finds an error after which the whole transaction can be run again: serialization failure, deadlock. */
export const isRetryable = (error: unknown) => ['40001', '40P01'].includes(codeOf(error))

/** Errors of a server that is not there, or that goes or comes. */
const GONE =
  /^(08...|57P0.|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|ENOENT|EHOSTUNREACH|ENETUNREACH)$/
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Cannot use a pool|Query read timeout/
/** Errors of a connection that ended while it was used. */
const ENDED = /^(08...|57P01|ECONNRESET|EPIPE)$/
const BROKEN = /Connection terminated|Client has encountered a connection error|not queryable/
/** Errors of values: a character or an escape that no text can have, a number out of range, a number that is none. */
const UNSTORABLE = ['22021', '22P05', '22003', '22P02']

/** Finds an error of a connection that ended: what ran on it has not happened, unless it was the commit. */
export const hasEnded = (error: unknown) =>
  error instanceof Error && (ENDED.test(codeOf(error)) || BROKEN.test(error.message))

/** Finds an error after which a connection cannot be used: its answer may still come. */
export const leavesBroken = (error: unknown) =>
  hasEnded(error) || (error instanceof Error && error.message === 'Query read timeout')

/** Converts an error of the database to one of the store. Returns every other error unchanged. */
export function asPostgresError(error: unknown): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error
  const code = codeOf(error)
  if (code === '53100') return new StoreFull(error, 'the disk of the database is full')
  if (code === '25006')
    return new DatabaseUnavailable('the database takes no writes: it is a standby, or read-only', error)
  if (code === '53300') return new DatabaseUnavailable('the database takes no further connections', error)
  if (code === '57014' || code === '55P03')
    return new DatabaseUnavailable('the database was too slow; try again', error)
  if (UNSTORABLE.includes(code)) return new UnstorableValue(error)
  if (isRetryable(error)) return new DatabaseUnavailable('too many writes at the same time; try again', error)
  if (GONE.test(code) || LOST.test(error.message))
    return new DatabaseUnavailable('the database cannot be reached', error)
  return error
}

/** Explains why a database cannot be opened. The message names no password. */
export function explainOpening(thrown: unknown, address: string): unknown {
  const error = thrown instanceof DatabaseUnavailable ? thrown.cause : thrown
  if (error instanceof StoreError || !(error instanceof Error)) return thrown
  const fail = (why: string) => new StoreUnavailable(`The database ${address} cannot be used: ${why}`, error)
  const code = codeOf(error)
  const { path, syscall } = error as NodeJS.ErrnoException
  if (syscall === 'open') return fail(`the file ${path} that its URL names cannot be read (${code}).`)
  switch (code) {
    case '28P01':
    case '28000':
      return fail('the user or the password is wrong, or pg_hba.conf does not let the user in.')
    case '3D000':
      return fail('there is no such database. Create it with "create database".')
    case '3F000':
      return fail('there is no such schema. Create it with "create schema".')
    case '42501':
      return fail(`the user lacks a right (${error.message}). Grant it "create" and "usage" on the schema.`)
    case '53300':
      return fail('it takes no further connections. Raise max_connections, or use fewer (pool=).')
    case '08P01':
      return fail(
        `what stands before it refuses the connection (${error.message}). See "PgBouncer" in docs/scale.md.`,
      )
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return fail('its certificate is for another host name. Use the name that the certificate has.')
    case 'CERT_HAS_EXPIRED':
      return fail('its certificate has expired.')
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_SIGNATURE_FAILURE':
      return fail(
        'its certificate is not signed by an authority that is trusted here. Name the right one with sslrootcert.',
      )
    case 'ECONNREFUSED':
    case 'ENOENT':
      return fail('nothing listens there. Start PostgreSQL, or correct the address.')
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return fail('there is no host of this name.')
  }
  if (GONE.test(code) || LOST.test(error.message)) return fail('it does not answer. Check the network.')
  return fail(error.message.endsWith('.') ? error.message : `${error.message}.`)
}
