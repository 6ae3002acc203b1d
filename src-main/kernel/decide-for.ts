import {
  decide,
  explainDecision,
  refusalMessage,
  type Decision,
  type Requirement,
  type Subject,
} from '#shared/access/rules/index.ts'
import { detail } from '#shared/errors/error-table.ts'
import { AppError, notFound } from './app-error.ts'
import type { Actor } from './caller.ts'

/** Reads the roles of an actor from memory. Returns undefined for actors that never have roles (anonymous, SDK tokens). */
export interface Subjects {
  subjectOf(actor: Actor): Subject | undefined
}

/** Throws PermissionError, with the decision, unless the actor may; it tells nothing of a project they do not see. */
export function requirePermission(subjects: Subjects, actor: Actor, requirement: Requirement): void {
  const decision = decideFor(subjects, actor, requirement)
  if (!decision.hidden) return refuseUnless(decision)
  refuseUnless(decideFor(subjects, actor, requirement, unaware))
  throw notFound('No project found')
}

/** The decision for any actor, from the roles held now. */
export function decideFor(
  subjects: Subjects,
  actor: Actor,
  requirement: Requirement,
  as: (subject: Subject) => Subject = (subject) => subject,
): Decision {
  const subject = subjects.subjectOf(actor)
  return subject ? decide(as(subject), requirement) : { allowed: false, needed: requirement, reasons: [] }
}

/** Makes a subject unaware of hidden projects: to it they do not exist. */
export const unaware = (subject: Subject): Subject =>
  'hidden' in subject ? { ...subject, hidden: new Set() } : subject

/**
 * Throws if the decision is negative. The error names the permissions and carries the whole decision
 * (docs/contract/errors.md#texts; docs/architecture.md, idea 3).
 */
export function refuseUnless(decision: Decision): void {
  if (decision.allowed) return
  const message = refusalMessage(decision.needed)
  throw new AppError('PermissionError', message, {
    details: [detail(message)],
    extra: {
      permissions: decision.needed.anyOf,
      decision: { ...decision, explanation: explainDecision(decision) },
    },
  })
}
