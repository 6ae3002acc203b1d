import { hasBody, type Operation } from './operation.ts'

/** The statuses of success, smallest first. */
export function successStatuses(operation: Operation): number[] {
  return Object.keys(operation.responses).map(Number)
}

/**
 * Every status of refusal an operation may answer: what follows from its audience, access and body, and what it
 * declares itself. A store that is full or away (503, 507) can refuse any write and is not repeated here.
 */
export function errorStatuses(operation: Operation): number[] {
  const statuses = new Set<number>(operation.errors)
  // 403: a token of the wrong kind, a missing permission, or a foreign Host
  if (operation.audience !== 'open') statuses.add(401).add(403)
  if (Object.keys(operation.query.shape).length > 0) statuses.add(400)
  if (hasBody(operation)) statuses.add(400).add(413).add(415)
  return [...statuses].sort((a, b) => a - b)
}
