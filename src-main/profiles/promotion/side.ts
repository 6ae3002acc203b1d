import { AppError } from '#kernel/app-error.ts'
import type { OperationId } from '#shared/contract-engine/operation-ids/index.ts'
import type { ProfileId } from '#shared/desktop/profiles.ts'
import { detail, ERROR_STATUS, type ErrorName, type ErrorRecord } from '#shared/errors/error-table.ts'
import { unpackAnswer, WriteAnswer } from '#shared/rpc/rpc-transformer.ts'
import { RpcFailure } from '#transport/rpc/responder.ts'
import type { ProfileConnection } from '../connection.ts'
import type { Profiles } from '../profiles.ts'

/** One of two profiles. */
export interface PromotionInstance {
  /** Name of the profile, for errors. */
  name: string
  connection: Pick<ProfileConnection, 'answer'>
  /** Present for an Unleash-compatible service, which has no scenario files. */
  original?: true
}

interface ProcedureCall {
  path: OperationId | 'status'
  type: 'query' | 'mutation'
  input: unknown
  /** At a compatible service: the answer of this operation alone. */
  isBare?: boolean
  signal: AbortSignal
}

/** Sends a request to the instance of a profile, as who is signed in there. Throws an AppError that names the profile. */
export async function ask({ name, connection }: PromotionInstance, asked: ProcedureCall): Promise<unknown> {
  try {
    const answer = unpackAnswer(await connection.answer(asked))
    return answer instanceof WriteAnswer ? answer.answer : answer
  } catch (error) {
    throw error instanceof RpcFailure ? errorAt(name, error) : error
  }
}

const isKnown = (name: string): name is ErrorName => Object.hasOwn(ERROR_STATUS, name)

/** Names an error. Services without a record of it say no more than a status. */
function nameOf(name: string, status: number | undefined): ErrorName {
  if (status === ERROR_STATUS.NotFoundError) return 'NotFoundError'
  return isKnown(name) ? name : 'StoreUnavailableError'
}

function errorAt(profile: string, { shape, message }: RpcFailure): AppError {
  const { httpStatus, record } = (shape.data ?? {}) as { httpStatus?: number; record?: ErrorRecord }
  // the page would take a 401 for its own instance's
  if (httpStatus === ERROR_STATUS.AuthenticationRequired)
    return new AppError('OperationDeniedError', `Sign in to ${profile} first: open that instance.`)
  const { name = '', details = [] } = record ?? {}
  const lines = details.length > 0 ? details : [{ message, path: undefined }]
  return new AppError(nameOf(name, httpStatus), `${profile}: ${record?.message ?? message}`, {
    details: lines.map((one) => detail(`${profile}: ${one.message}`, one.path)),
  })
}

/** Opens a profile as a side: a service of this app that is stopped starts. */
export async function sideOf(profiles: Profiles, id: ProfileId): Promise<PromotionInstance> {
  const { name, kind } = profiles.find(id)
  const connection = await profiles.open(id)
  return { name, connection, ...(kind === 'original' ? { original: true } : {}) }
}
