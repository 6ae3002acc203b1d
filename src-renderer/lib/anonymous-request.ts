import type { Operation } from '#shared/contract-engine/operation.ts'
import { requestOf } from './change.ts'
import { HttpRefusal } from './refusal.ts'

/** Calls an operation that asks nobody who they are: for pages that are opened by a link, before one can sign in. */
export async function requestAnonymously<Answer = undefined>(
  operation: Pick<Operation, 'method' | 'path'>,
  { params = {}, query = {}, body }: { params?: object; query?: Record<string, string>; body?: unknown },
): Promise<Answer> {
  const { method, path } = requestOf(operation, { params })
  const text = new URLSearchParams(query).toString()
  const response = await fetch(text === '' ? path : `${path}?${text}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer = await response.text()
  if (!response.ok) throw new HttpRefusal(response.status, answer)
  return (answer === '' ? undefined : JSON.parse(answer)) as Answer
}
