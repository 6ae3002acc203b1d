import type { TRPCLink } from '@trpc/client'
import { observable, type Unsubscribable } from '@trpc/server/observable'

import type { AppRouter } from '#main/app/app-router.ts'
import { createPolicy } from '#shared/changes/contract/policies.ts'
import { updateFeature } from '#shared/flags/contract/features.ts'
import { updateProject } from '#shared/projects/contract/project-lifecycle.ts'
import type { Violation } from '#shared/changes/schemas/policy.ts'
import { toRefusal } from './refusal.ts'
import { allows, need } from './rights.svelte.ts'

/** Question for the reason of an exception, and who waits for the answer. */
interface Question {
  violations: readonly Violation[]
  /** Takes the reason; undefined: no exception is made. */
  answer: (reason: string | undefined) => void
}

/** The question that the window shows, of a change that a policy or an expectation refused. */
class ExceptionQuestion {
  #shown = $state.raw<Question>()

  get shown(): Question | undefined {
    return this.#shown
  }

  /** Asks for a reason. A further question waits for nothing: it is answered by none. */
  ask(violations: readonly Violation[]): Promise<string | undefined> {
    if (this.#shown) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      this.#shown = {
        violations,
        answer: (reason) => {
          this.#shown = undefined
          resolve(reason)
        },
      }
    })
  }
}

export const exceptionQuestion = new ExceptionQuestion()

/** Checks that the person may make exceptions from policies of these projects, and from expectations of flags there. */
const mayExcept = (violations: readonly Violation[]): boolean =>
  allows(need(createPolicy)) ||
  violations.every(({ policy, project }) =>
    allows(need(policy === undefined ? updateFeature : updateProject, { project })),
  )

/**
 * Link of the window that asks for a reason where a policy refuses a change, and sends the change again with it. Whoever may make no
 * exception, or makes none, gets the refusal.
 */
export const askForExceptions: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (op.type !== 'mutation') return next(op)
    return observable((observer) => {
      let isLeft = false
      let sent: Unsubscribable
      const send = (context: typeof op.context, isLast: boolean) => {
        sent = next({ ...op, context }).subscribe({
          next: (message) => observer.next(message),
          complete: () => observer.complete(),
          error: (error) => {
            const { violations = [] } = toRefusal(error)
            if (isLast || violations.length === 0 || !mayExcept(violations)) return observer.error(error)
            void exceptionQuestion.ask(violations).then((reason) => {
              if (isLeft) return
              if (reason === undefined) observer.error(error)
              else send({ ...op.context, policyException: reason }, true)
            })
          },
        })
      }
      send(op.context, false)
      return () => {
        isLeft = true
        sent.unsubscribe()
      }
    })
  }
