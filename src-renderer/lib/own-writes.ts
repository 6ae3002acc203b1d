import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'

import type { AppRouter } from '#main/app/app-router.ts'
import { WriteAnswer, type WrittenChange } from '#shared/rpc/rpc-transformer.ts'
import { refreshTouched } from './refresh.ts'
import { toRefusal } from './refusal.ts'
import { beginWrite } from './writes.ts'

/** No write waits longer for the screens that it touches, and no change of the stream for a write. */
const MAX_WAIT_MS = 1000
/** Maximum number of answered changes that are remembered until the stream brings them too. */
const MAX_REMEMBERED = 500

/** Options of a write, as the procedures of the window take them. */
export interface WriteOptions {
  context: { leave: () => void | Promise<void> }
}

/** Options of a write that ends the page it is made on: the page is left before its data is read again. */
export const leaveAfterWrite = (leave: () => void | Promise<void>): WriteOptions => ({ context: { leave } })

let remembered: readonly number[] = []
const underWay = new Set<Promise<void>>()

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Checks whether the answer of a write of this window has brought a change. Waits for writes under way: the stream
 * may be faster than the answer.
 */
export async function isOwnWrite({ id }: Pick<WrittenChange, 'id'>): Promise<boolean> {
  if (underWay.size > 0) await Promise.race([Promise.all(underWay), pause(MAX_WAIT_MS)])
  return remembered.includes(id)
}

async function showChanges(changes: readonly WrittenChange[], options: Partial<WriteOptions['context']>) {
  remembered = [...remembered, ...changes.map(({ id }) => id)].slice(-MAX_REMEMBERED)
  await options.leave?.()
  await Promise.race([refreshTouched(changes), pause(MAX_WAIT_MS)])
}

/** Reads the rules of a project again when an error says that it needs change requests: the form then offers one. */
function showNewRules(error: unknown): void {
  const project = toRefusal(error).changeRequest?.project
  if (project !== undefined) void refreshTouched([{ type: 'change-request-configuration-updated', project }])
}

/** Notes a write as under way. Returns the function that ends that. */
function begin(): () => void {
  let resolve = () => {}
  const write = new Promise<void>((end) => (resolve = end))
  underWay.add(write)
  return () => {
    underWay.delete(write)
    resolve()
  }
}

/**
 * Link that all requests of the window pass. It hands on the answer of a write once the screens show it: a dialog
 * that closes never uncovers the value before, however slow the stream of changes is (ADR 0033).
 */
export const readOwnWrites: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (op.type !== 'mutation') return next(op)
    return observable((observer) => {
      const end = begin()
      const collect = beginWrite()
      let shown = Promise.resolve()
      const subscription = next(op).subscribe({
        next: (message) => {
          const { result } = message
          const data = 'data' in result ? result.data : undefined
          if (data instanceof WriteAnswer) {
            collect(data.changes)
            const answer = { ...message, result: { ...result, data: data.answer } } as typeof message
            shown = showChanges(data.changes, op.context).then(() => observer.next(answer))
          } else observer.next(message)
          end()
        },
        error: (error) => {
          end()
          showNewRules(error)
          observer.error(error)
        },
        complete: () => void shown.then(() => observer.complete()),
      })
      return () => {
        end()
        subscription.unsubscribe()
      }
    })
  }
