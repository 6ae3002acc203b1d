/** A stretch of a summary: plain, strong, or a way to somewhere. */
export interface Stretch {
  text: string
  strong: boolean
  href?: string
}

/** The one sentence of an event (src-shared/events/summary.ts), which is markdown of bold words and links within pages. */
export function toStretches(summary: string): Stretch[] {
  return [...summary.matchAll(/\*\*\[([^\]]*)\]\(([^)]*)\)\*\*|\*\*(.+?)\*\*|((?:(?!\*\*)[^])+)/g)].map(
    ([, linked, href = '', bold, plain = '']) => {
      if (linked !== undefined) return { text: linked, strong: true, href }
      return bold === undefined ? { text: plain, strong: false } : { text: bold, strong: true }
    },
  )
}
