/** Rectangle on screen, in pixels from the top left corner of the window. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Asked {
  window: { width: number; height: number }
  /** Part of the window beside the navigation. */
  page: Pick<Box, 'left' | 'right'>
  notices: { width: number; height: number }
  /** Controls of the layer that is on top. */
  controls: readonly Box[]
}

/** Distance from the edge, which leaves the status bar in sight. */
const MARGIN = 24
/** Distance from controls. */
const GAP = 4
const STEP = 8

/**
 * Finds the lowest place of notices that covers no control, at the right if that is free; without a free one that which covers
 * the fewest. Returns their distance from the right and the bottom of the window.
 */
export function placeOfNotices({ window, page, notices, controls }: Asked): {
  right: number
  bottom: number
} {
  const [width, height] = [notices.width + 2 * GAP, notices.height + 2 * GAP]
  const last = Math.max(MARGIN, window.width - notices.width - MARGIN)
  const columns = [last, page.left + MARGIN, (page.left + page.right - notices.width) / 2, MARGIN].map(
    (left) => Math.min(Math.max(left, MARGIN), last),
  )
  const lowest = Math.max(MARGIN, window.height - notices.height - MARGIN)
  const rows = [lowest]
  for (let top = lowest - STEP; top > MARGIN; top -= STEP) rows.push(top)
  rows.push(MARGIN)

  let best = { left: last, top: lowest, covered: Infinity }
  for (const top of rows)
    for (const left of columns) {
      const box = { left: left - GAP, top: top - GAP, right: left - GAP + width, bottom: top - GAP + height }
      const covered = controls.filter((control) => overlaps(box, control)).length
      if (covered < best.covered) best = { left, top, covered }
      if (covered === 0) return distances(best)
    }
  return distances(best)

  function distances({ left, top }: { left: number; top: number }) {
    return { right: window.width - left - notices.width, bottom: window.height - top - notices.height }
  }
}

const overlaps = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
