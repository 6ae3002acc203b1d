/** A stretch of a summary: plain, strong, or a way to somewhere. */
export interface Stretch {
  text: string
  strong: boolean
  href?: string
}

/** A summary where it is told which project it is about: without the words that end it so. */
export const withoutProject = (summary: string): string =>
  summary.replace(/ (?:in|of) project \*\*\[[^\]]*\]\([^)]*\)\*\*$/, '')

/** The one sentence of an event (src-shared/events/summary.ts), which is markdown of bold words and links within pages. */
export function toStretches(summary: string): Stretch[] {
  return summary
    .split(/(\*\*(?:\[[^\]]*\]\([^)]*\)|.+?)\*\*)/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, text = '', href] = /^\*\*\[(.*)\]\((.*)\)\*\*$/.exec(part) ?? []
      if (href !== undefined) return { text, strong: true, href }
      const [, bold] = /^\*\*(.+)\*\*$/.exec(part) ?? []
      return bold === undefined ? { text: part, strong: false } : { text: bold, strong: true }
    })
}
