import { hasBody, type Operation } from './operation.ts'

/** The statuses of success, smallest first. */
export function successStatuses(operation: Operation): number[] {
  return Object.keys(operation.responses).map(Number)
}

/**
 * Lists the error statuses of an operation: those that follow from its audience, access and body, and those
 * it declares. Not listed: 503, 504 and 507, with which any write can fail if the store is unavailable or full.
 */
export function errorStatuses(operation: Operation): number[] {
  const statuses = new Set<number>(operation.errors)
  // 403: a token of the wrong kind, a missing permission, or a foreign Host
  if (operation.audience !== 'open') statuses.add(401).add(403)
  if (Object.keys(operation.query.shape).length > 0) statuses.add(400)
  if (hasBody(operation)) statuses.add(400).add(413).add(415)
  return [...statuses].sort((a, b) => a - b)
}
