import { getContext, setContext } from 'svelte'

/** Kinds of content that closing a dialog or leaving a page would lose. */
export type Losable = 'input' | 'secret'

type Check = () => boolean
/** Read by event handlers alone: nothing on screen depends on it. */
type Checks = Map<Check, Losable>

const everywhere: Checks = new Map()
const DIALOG = Symbol('content of the dialog around that closing it would lose')

const lossOf = (checks: Checks): Losable | undefined => [...checks].find(([isThere]) => isThere())?.[1]

/** Finds unsaved input, or a secret that is shown only once, anywhere in the window. */
export const lossInWindow = (): Losable | undefined => lossOf(everywhere)

/** Registers content while its component is there: the dialog around it, its page and the window ask before they close. */
export function protect(what: Losable, isThere: Check): void {
  const dialog = getContext<Checks | undefined>(DIALOG)
  $effect(() => {
    everywhere.set(isThere, what)
    dialog?.set(isThere, what)
    return () => {
      everywhere.delete(isThere)
      dialog?.delete(isThere)
    }
  })
}

/** Collects the protected content inside a dialog. The result tells what closing the dialog would lose. */
export function collectLosses(): () => Losable | undefined {
  const inside: Checks = new Map()
  setContext(DIALOG, inside)
  return () => lossOf(inside)
}
