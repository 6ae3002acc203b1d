import { tellDesktop } from '../lib/desktop.svelte.ts'

/** The field that one types into is a part of the page, and found in it as well: the first of all, as it stands first. */
const OWN = 1

/** A search in the page, by the desktop. */
class FindState {
  text = $state('')
  /** The number of the match that is shown, and how many there are, without the field itself. */
  active = $state(0)
  matches = $state(0)
  #forward = true

  search(text: string): void {
    this.text = text
    if (text === '') return this.stop()
    this.#forward = true
    tellDesktop({ kind: 'find', text, forward: true, next: false })
  }

  step(forward: boolean): void {
    if (this.text === '') return
    this.#forward = forward
    tellDesktop({ kind: 'find', text: this.text, forward, next: true })
  }

  show({ active, matches }: { active: number; matches: number }): void {
    if (this.text === '') return
    this.matches = Math.max(matches - OWN, 0)
    // it stepped onto the field itself: on to the next
    if (active <= OWN && this.matches > 0)
      tellDesktop({ kind: 'find', text: this.text, forward: this.#forward, next: true })
    else this.active = Math.max(active - OWN, 0)
  }

  stop(): void {
    this.active = 0
    this.matches = 0
    tellDesktop({ kind: 'stop-finding' })
  }
}

export const findState = new FindState()
