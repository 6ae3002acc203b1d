import { toast } from 'svelte-sonner'

import { toRefusal } from './refusal.ts'

/** Says that something was done. */
export function notifyDone(message: string): void {
  toast.success(message)
}

/** Says that something was done, with a button that takes it back. */
export function notifyUndoable(message: string, undo: () => void): void {
  toast.success(message, { action: { label: 'Undo', onClick: undo }, duration: 10_000 })
}

/** Says that something could not be done, and why. */
export function notifyRefused(what: string, error: unknown): void {
  const { message, explanation } = toRefusal(error)
  toast.error(what, { description: [message, ...explanation].join('\n'), duration: 10_000 })
}
