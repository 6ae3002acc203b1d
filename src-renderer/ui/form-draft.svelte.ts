import { getContext, setContext, untrack } from 'svelte'
import { router } from 'svelte-spa-router'

import { checksum, dropDraft, noteDraft, readDraft, type Draft, type Step } from './drafts.ts'
import { addStep, replay, stepOf } from './form-steps.ts'

/** The dialog around a form. */
interface Around {
  readonly title: string
  readonly isOpen: boolean
}
const AROUND = Symbol('dialog around a form')

/** Tells the forms in a dialog what it is, and whether it is still open. */
export const setDialogAround = (around: Around): void => void setContext(AROUND, around)

const PAUSE_MS = 200

interface Form {
  /** Undefined until the form is filled. */
  id: () => string | undefined
  element: () => HTMLElement | undefined
  wouldSend: () => string
}

/** Keeps what is entered in a form until it is saved or discarded: it outlives a crash of the window. */
export class FormDraft {
  readonly #form: Form
  readonly #around = getContext<Around | undefined>(AROUND)
  readonly #place = router.location
  /** A draft that was found when the form opened. */
  offered = $state.raw<Draft>()
  /** Steps that could not be restored; to be copied. */
  left = $state.raw<readonly Step[]>()
  #steps: Step[] = []
  #key: string | undefined
  #hasSecret = false
  #isReplaying = false
  #isGone = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(form: Form) {
    this.#form = form
    $effect(() => {
      const id = form.id()
      if (id === undefined || this.#key !== undefined) return
      this.#key = [this.#place, this.#around?.title ?? '', id].join(' | ')
      this.offered = untrack(() => readDraft(this.#key ?? ''))
    })
    // leaving the page has asked before, and a crash does not run this
    $effect(() => {
      const drop = () => this.drop()
      addEventListener('pagehide', drop)
      return () => {
        removeEventListener('pagehide', drop)
        clearTimeout(this.#timer)
        this.#isGone = true
        // a session that ends removes the form, but neither closes its dialog nor leaves its page
        const isClosed = router.location !== this.#place || this.#around?.isOpen === false
        if (isClosed && this.#steps.length > 0) this.drop()
        else if (this.#steps.length > 0) this.#write()
      }
    })
  }

  /** Notes what the user does. */
  note(event: Event): void {
    const form = this.#form.element()
    if (!form || this.#isReplaying) return
    const step = stepOf(form, event)
    if (step === 'secret') this.#hasSecret = true
    if (step === undefined || step === 'secret') return
    this.#steps = addStep(this.#steps, step)
    this.#timer ??= setTimeout(() => this.#write(), PAUSE_MS)
  }

  async restore(): Promise<void> {
    const [draft, form] = [this.offered, this.#form.element()]
    if (!draft || !form) return
    this.offered = undefined
    this.#isReplaying = true
    this.#steps = [...draft.steps]
    const left = await replay(form, draft.steps)
    this.#isReplaying = false
    // closed meanwhile: the draft is already stored or deleted
    if (this.#isGone) return
    const isWhole = draft.sends === undefined || draft.sends === checksum(this.#form.wouldSend())
    this.left = isWhole ? undefined : left.length > 0 ? left : draft.steps
    this.#write()
  }

  /** Forgets the draft: it was saved, or the user does not want it. */
  drop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#steps = []
    this.offered = undefined
    this.left = undefined
    if (this.#key !== undefined) dropDraft(this.#key)
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#key === undefined || this.#steps.length === 0) return
    noteDraft(this.#key, {
      steps: this.#steps,
      // store nothing about a secret
      ...(this.#hasSecret ? {} : { sends: checksum(this.#form.wouldSend()) }),
    })
  }
}

/** Writes the entered values as text for the clipboard. */
export const stepsInWords = (steps: readonly Step[]): string =>
  steps
    .flatMap((step) =>
      'set' in step ? [`${step.set.split(' ').slice(3).join(' ')}: ${String(step.to)}`] : [],
    )
    .join('\n')
