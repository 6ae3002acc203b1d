/** Elements above the one pointed at in which a clipped text is looked for. */
const LEVELS = 4

const given = new WeakSet<Element>()

/** Gives a text that ends in an ellipsis a title with all of it, unless it has one already, when it is pointed at. */
export function showClippedText({ target }: Event): void {
  let one = target instanceof Element ? target : null
  for (let level = 0; one instanceof HTMLElement && level < LEVELS; level++, one = one.parentElement) {
    if (one.hasAttribute('title') && !given.has(one)) return
    if (isClipped(one)) {
      one.title = one.textContent.trim()
      given.add(one)
      return
    }
    if (given.delete(one)) one.removeAttribute('title')
  }
}

function isClipped(one: HTMLElement): boolean {
  if (one.clientWidth === 0) return false
  const isWider = one.scrollWidth > one.clientWidth
  const isHigher = one.scrollHeight > one.clientHeight
  if (!isWider && !isHigher) return false
  const style = getComputedStyle(one)
  // the number of lines of a text that wraps; `none` or absent: all of them
  const lines = Number(style.getPropertyValue('-webkit-line-clamp'))
  return (isWider && style.textOverflow === 'ellipsis') || (isHigher && lines > 0)
}
