import { untrack } from 'svelte'

/**
 * Does something each time a condition begins to hold: a form is filled when its dialog opens. Unlike a plain effect
 * it does not run again when what the work reads changes, so a live refresh leaves alone what one has typed.
 */
export function whenever(condition: () => boolean, work: () => void): void {
  const holds = $derived(condition())
  $effect(() => {
    if (holds) untrack(work)
  })
}
