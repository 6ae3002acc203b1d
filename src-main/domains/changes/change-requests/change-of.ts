import { notFound } from '#kernel/app-error.ts'
import type { ChangeRequestDetails, StoredChange } from './change-request.ts'

/** Finds a change of a request; 404 where there is none. */
export function changeOf(request: ChangeRequestDetails, id: number): StoredChange {
  const change = request.changes.find((one) => one.id === id)
  if (!change) throw notFound(`Could not find change with id ${id} in change request ${request.id}`)
  return change
}
