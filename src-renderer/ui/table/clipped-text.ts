const TITLES = '[title]'

/** Gives a cell whose text is clipped a title with all of it, unless something in it has a title already. */
export function showClippedText({ target }: Event): void {
  const cell = target instanceof Element ? target.closest('td') : null
  if (!cell || cell.querySelector(TITLES)) return
  const isClipped = [cell, ...cell.querySelectorAll('*')].some(
    (one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0,
  )
  if (isClipped) cell.title = cell.textContent.trim()
  else cell.removeAttribute('title')
}
