/** Names of the highlights, as base.css colours them. */
const FOUND = 'found'
const CURRENT = 'found-current'
/** More is not gone through match by match. */
const MOST = 1000

/** The part of the window that is searched: the dialog on top, else the page. The field of the search is in neither. */
const searched = (): Element | null =>
  [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.getElementById('main')

/** Finds a text in what is shown, in any letter case. */
export function findRanges(root: Element, text: string): Range[] {
  const wanted = text.toLowerCase()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  while (walker.nextNode() && ranges.length < MOST) {
    const node = walker.currentNode
    const content = node.textContent?.toLowerCase() ?? ''
    if (!content.includes(wanted) || node.parentElement?.checkVisibility() === false) continue
    for (let at = content.indexOf(wanted); at >= 0; at = content.indexOf(wanted, at + wanted.length)) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
      ranges.push(range)
    }
  }
  return ranges
}

/**
 * A search in the page, for the window: browsers have their own. Electron's findInPage would find the text in the field
 * that it is typed into, and take the focus from it.
 */
class FindState {
  text = $state('')
  /** The number of the match that is shown, and how many there are. */
  active = $state(0)
  matches = $state(0)

  search(text: string): void {
    this.text = text
    this.#show(() => 1)
  }

  step(forward: boolean): void {
    this.#show((count) => ((this.active - 1 + (forward ? 1 : -1) + count) % count) + 1)
  }

  stop(): void {
    this.text = ''
    this.#show(() => 0)
  }

  /** Searches anew, as the page may have changed, and shows one of the matches. */
  #show(choose: (count: number) => number): void {
    const root = searched()
    const ranges = this.text === '' || !root ? [] : findRanges(root, this.text)
    this.matches = ranges.length
    this.active = ranges.length === 0 ? 0 : choose(ranges.length)
    const current = ranges[this.active - 1]
    CSS.highlights.set(FOUND, new Highlight(...ranges))
    CSS.highlights.set(CURRENT, new Highlight(...(current ? [current] : [])))
    current?.startContainer.parentElement?.scrollIntoView({ block: 'nearest' })
  }
}

export const findState = new FindState()
