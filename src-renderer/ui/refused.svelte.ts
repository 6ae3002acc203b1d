import type { Attachment } from 'svelte/attachments'

import { describe } from './describe.ts'

/** The control whose reason is in sight; ui/ReasonBubble.svelte shows it. */
class ShownReason {
  anchor = $state.raw<HTMLElement>()
  text = $state('')

  #hiding: ReturnType<typeof setTimeout> | undefined

  show(anchor: HTMLElement, text: string): void {
    this.keep()
    this.anchor = anchor
    this.text = text
  }

  /** Keeps it in sight while the pointer is on it. */
  keep(): void {
    clearTimeout(this.#hiding)
  }

  /** Leaves time to move the pointer from the control to its reason. */
  hideSoon(anchor: HTMLElement): void {
    this.#hiding = setTimeout(() => this.hide(anchor), 200)
  }

  /** Hides the reason of this control; without one, of whichever. */
  hide(anchor?: HTMLElement): void {
    if (anchor === undefined || anchor === this.anchor) this.anchor = undefined
  }
}

export const shownReason = new ShownReason()

/** The attachment of a control that may be refused; without a reason it is a usual one. */
export const blockedBy = (reason: string | undefined): Attachment<HTMLElement> | undefined =>
  reason === undefined ? undefined : refused(reason)

const OPENING_KEYS = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp'])
const ALWAYS_FREE = new Set(['Tab', 'Escape', 'Shift'])

/**
 * Makes a control do nothing but say why: on hover, on focus, on a click, and to screen readers. It stays focusable,
 * which `disabled` would prevent.
 */
export const refused =
  (reason: string): Attachment<HTMLElement> =>
  (element) => {
    const describedBy = element.getAttribute('aria-describedby')
    const { id, release } = describe(reason)
    element.setAttribute('aria-disabled', 'true')
    element.setAttribute('aria-describedby', describedBy ? `${describedBy} ${id}` : id)

    const show = () => shownReason.show(element, reason)
    const hide = () => shownReason.hide(element)
    const block = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      show()
    }
    const onMousedown = (event: Event) => {
      // a select would open its list
      if (!(element instanceof HTMLSelectElement)) return
      block(event)
      element.focus()
    }
    // menus are anchored to it; the focus still moves to the pressed control
    const onPointerdown = (event: Event) => event.stopImmediatePropagation()
    const onKeydown = (event: Event) => {
      if (!(event instanceof KeyboardEvent)) return
      if (event.key === 'Escape') return hide()
      const changes =
        element instanceof HTMLSelectElement ? !ALWAYS_FREE.has(event.key) : OPENING_KEYS.has(event.key)
      if (changes) block(event)
    }
    const listeners = {
      click: block,
      mousedown: onMousedown,
      pointerdown: onPointerdown,
      keydown: onKeydown,
      dragstart: block,
      pointerenter: show,
      pointerleave: () => element.matches(':focus-visible') || shownReason.hideSoon(element),
      focus: show,
      blur: hide,
    }
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener, true)
    // it got the focus before its reason was known
    if (element.matches(':focus')) show()
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        element.removeEventListener(name, listener, true)
      hide()
      element.removeAttribute('aria-disabled')
      if (describedBy) element.setAttribute('aria-describedby', describedBy)
      else element.removeAttribute('aria-describedby')
      release()
    }
  }
