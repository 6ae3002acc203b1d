import { getContext, setContext } from 'svelte'

/** Kinds of content that closing a dialog or leaving a page would lose. */
export type UnsavedContent = 'input' | 'secret'

interface Protected {
  readonly what: UnsavedContent
  readonly isThere: () => boolean
}

/** Protected content of a dialog or of the window. Event handlers read it; nothing on screen depends on it. */
class Losses {
  #all: Protected[] = []

  /** Adds content. Returns the function that removes it. */
  add(content: Protected): () => void {
    this.#all.push(content)
    return () => (this.#all = this.#all.filter((one) => one !== content))
  }

  find(): UnsavedContent | undefined {
    return this.#all.find(({ isThere }) => isThere())?.what
  }
}

const everywhere = new Losses()
const DIALOG = Symbol('protected content of the dialog around')

/** Finds unsaved input, or a secret that is shown only once, anywhere in the window. */
export const findUnsavedContent = (): UnsavedContent | undefined => everywhere.find()

/** Registers content while its component is there: the dialog around it, its page and the window ask before they close. */
export function guardContent(what: UnsavedContent, isThere: () => boolean): void {
  const dialog = getContext<Losses | undefined>(DIALOG)
  $effect(() => {
    const content = { what, isThere }
    const removals = [everywhere.add(content), dialog?.add(content)]
    return () => removals.forEach((remove) => remove?.())
  })
}

/** Collects the protected content inside a dialog. The result tells what closing the dialog would lose. */
export function collectLosses(): () => UnsavedContent | undefined {
  const inside = new Losses()
  setContext(DIALOG, inside)
  return () => inside.find()
}
