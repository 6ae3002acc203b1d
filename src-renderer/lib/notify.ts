import { toast } from 'svelte-sonner'

import { surround } from '#ui/surroundings.ts'
import { toRefusal } from './refusal.ts'
import { offerUndo, withdrawUndo } from './undo.ts'

/** Shows a success notice. */
export function notifyDone(message: string): void {
  toast.success(message)
}

/** Next step, as a button of the notice. */
interface Next {
  label: string
  onClick: () => void
}

/** Shows a success notice with a button for the next step. */
export function notifyDoneWith(message: string, action: Next): void {
  toast.success(message, { action, duration: 10_000 })
}

/** Time for which an undo is offered. */
export const UNDO_MS = 10_000
let lastUndo = 0

/** Shows a success notice with an undo button; Ctrl+Z works too while the notice is shown. */
export function notifyUndoable(message: string, undo: () => unknown): void {
  const id = `undo-${++lastUndo}`
  const withdraw = () => withdrawUndo(id)
  const run = () => {
    withdraw()
    toast.dismiss(id)
    void undo()
  }
  offerUndo(id, run)
  toast.success(message, {
    id,
    action: { label: 'Undo', onClick: run },
    duration: UNDO_MS,
    onDismiss: withdraw,
    onAutoClose: withdraw,
  })
}

/** Shows an error with its reason; `action`: what can be done instead. */
export function notifyRefused(what: string, error: unknown, action?: Next): void {
  const { message, explanation } = toRefusal(error)
  toast.error(what, {
    description: [message, ...explanation].join('\n'),
    duration: 10_000,
    ...(action ? { action } : {}),
  })
}

surround({ notifyDone, notifyRefused })
