import { toast } from 'svelte-sonner'

import { toRefusal } from './refusal.ts'

/** Says that something was done. */
export function notifyDone(message: string): void {
  toast.success(message)
}

/** What can be done next, as a button of the notice. */
interface Next {
  label: string
  onClick: () => void
}

/** Says that something was done, with a button that leads on. */
export function notifyDoneWith(message: string, action: Next): void {
  toast.success(message, { action, duration: 10_000 })
}

/** Says that something was done, with a button that takes it back. */
export function notifyUndoable(message: string, undo: () => void): void {
  notifyDoneWith(message, { label: 'Undo', onClick: undo })
}

/** Says that something could not be done, and why; `action`: what can be done instead. */
export function notifyRefused(what: string, error: unknown, action?: Next): void {
  const { message, explanation } = toRefusal(error)
  toast.error(what, {
    description: [message, ...explanation].join('\n'),
    duration: 10_000,
    ...(action ? { action } : {}),
  })
}
