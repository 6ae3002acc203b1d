/** Number of pages whose scroll positions are kept. */
const MAX_PAGES = 100
/** Time in which a page that comes back must have its former length. */
const PATIENCE_MS = 3000

type Places = Map<string, number>

/** Names a scroller by its way down from the page, which is the same when the page comes back. */
function wayTo(page: Element, scroller: Element): string {
  const steps: number[] = []
  for (let element = scroller; element !== page && element.parentElement; element = element.parentElement)
    steps.unshift([...element.parentElement.children].indexOf(element))
  return steps.join('.')
}

function find(page: Element, way: string): Element | undefined {
  if (way === '') return page
  return way.split('.').reduce<Element | undefined>((element, step) => element?.children[Number(step)], page)
}

/** Remembers the scroll position of each page in the history and restores it. */
export class ScrollPositions {
  #pages = new Map<string, Places>()
  #stop: () => void = () => undefined

  readonly #pageOf: () => Element | undefined

  constructor(pageOf: () => Element | undefined) {
    this.#pageOf = pageOf
  }

  /** Notes how far a scroller of this entry of the history is. */
  note(entry: string, scroller: Element): void {
    const page = this.#pageOf()
    if (!page?.contains(scroller)) return
    const places = this.#pages.get(entry) ?? (new Map() as Places)
    places.set(wayTo(page, scroller), scroller.scrollTop)
    this.#pages.delete(entry)
    this.#pages.set(entry, places)
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > MAX_PAGES && oldest !== undefined) this.#pages.delete(oldest)
  }

  /** Scrolls the page to where it was, as soon as it is long enough; leaves off when the user scrolls. */
  restore(entry: string): void {
    this.#stop()
    const places = this.#pages.get(entry)
    if (!places) return
    const waiting = new Map(places)
    const until = performance.now() + PATIENCE_MS
    let frame = 0
    const stop = () => {
      cancelAnimationFrame(frame)
      for (const type of ['wheel', 'pointerdown', 'keydown']) removeEventListener(type, stop, true)
    }
    this.#stop = stop
    for (const type of ['wheel', 'pointerdown', 'keydown']) addEventListener(type, stop, true)
    const look = () => {
      const page = this.#pageOf()
      for (const [way, top] of waiting) {
        const scroller = page && find(page, way)
        if (!scroller || scroller.scrollHeight - scroller.clientHeight < top) continue
        scroller.scrollTop = top
        waiting.delete(way)
      }
      if (waiting.size === 0 || performance.now() > until) return stop()
      frame = requestAnimationFrame(look)
    }
    frame = requestAnimationFrame(look)
  }
}
