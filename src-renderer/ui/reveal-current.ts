/**
 * Scrolls to the link of the page that one is on, if it is out of sight: a low window shows a part of the sidebar, a narrow one a part of
 * the tabs. It waits for the next frame, as asking where the link is lays out all of a page that is not complete yet. Returns the function that
 * calls it off.
 */
export function revealCurrent(links: HTMLElement | undefined): () => void {
  const frame = requestAnimationFrame(() =>
    links?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
  )
  return () => cancelAnimationFrame(frame)
}
