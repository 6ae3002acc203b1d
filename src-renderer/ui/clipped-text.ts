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

const isClipped = (one: HTMLElement) =>
  one.clientWidth > 0 &&
  one.scrollWidth > one.clientWidth &&
  getComputedStyle(one).textOverflow === 'ellipsis'
