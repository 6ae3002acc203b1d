import type { SignalEndpoint, SignalEndpointToken } from '#shared/signals/schemas/signal-endpoint.ts'
import { AppError, notFound } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import {
  findSignalEndpoint,
  readSignalEndpoints,
  type StoredSignalEndpoint,
} from './signal-endpoints.store.ts'
import { readSignalTokensOf, type StoredSignalToken } from './signal-tokens.store.ts'

/** A token as the API answers it, and as events keep it: its hash stays here. */
export function toSignalToken(token: StoredSignalToken): SignalEndpointToken {
  const { id, name, endpointId, createdAt, createdByUserId } = token
  return { id, name, signalEndpointId: endpointId, createdAt, createdByUserId }
}

export function toSignalEndpoint(
  endpoint: StoredSignalEndpoint,
  tokens: readonly StoredSignalToken[],
): SignalEndpoint {
  return {
    ...endpoint,
    tokens: tokens.filter((token) => token.endpointId === endpoint.id).map(toSignalToken),
  }
}

/** Throws 404. */
export async function requireSignalEndpoint(queries: Queries, id: number): Promise<StoredSignalEndpoint> {
  const endpoint = await findSignalEndpoint(queries, id)
  if (!endpoint) throw notFound(`Could not find the signal endpoint with id ${id}`)
  return endpoint
}

/** Throws 404 also for a token of another endpoint. */
export async function requireSignalToken(
  queries: Queries,
  { signalEndpointId, id }: { signalEndpointId: number; id: number },
): Promise<{ endpoint: StoredSignalEndpoint; token: StoredSignalToken; others: StoredSignalToken[] }> {
  const endpoint = await requireSignalEndpoint(queries, signalEndpointId)
  const tokens = await readSignalTokensOf(queries, signalEndpointId)
  const token = tokens.find((one) => one.id === id)
  if (!token) throw notFound(`Could not find the token with id ${id} of signal endpoint ${endpoint.name}`)
  return { endpoint, token, others: tokens.filter((one) => one !== token) }
}

/** Throws 409 where another endpoint has the name: it is the address. */
export async function requireFreeName(queries: Queries, name: string, own?: number): Promise<void> {
  const endpoints = await readSignalEndpoints(queries)
  if (endpoints.some((other) => other.name === name && other.id !== own))
    throw new AppError('NameExistsError', `There already exists a signal endpoint named ${name}`)
}

/** Throws 409 where another token of the endpoint has the name. */
export function requireFreeTokenName(others: readonly StoredSignalToken[], name: string): void {
  if (others.some((other) => other.name === name))
    throw new AppError('NameExistsError', `This signal endpoint already has a token named ${name}`)
}
