import { untrack } from 'svelte'

/**
 * Runs `work` each time a condition becomes true, such as a dialog that opens. Unlike a plain effect it does not
 * run again when the data that `work` reads changes.
 */
export function whenBecomesTrue(condition: () => boolean, work: () => void): void {
  const holds = $derived(condition())
  $effect(() => {
    if (holds) untrack(work)
  })
}
