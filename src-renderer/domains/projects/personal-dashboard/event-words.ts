import { rewordContractText } from '#lib/contract-texts.ts'

/** A stretch of a summary: plain, strong, or a way to somewhere. */
export interface SummaryPart {
  text: string
  strong: boolean
  href?: string
}

/** Removes the project from the end of a summary, for places that show the project anyway. */
export function withoutProject(summary: string): string {
  const at = Math.max(summary.lastIndexOf(' in project **['), summary.lastIndexOf(' of project **['))
  return at !== -1 && /^ .. project \*\*\[[^\]]*\]\([^)]*\)\*\*$/.test(summary.slice(at))
    ? summary.slice(0, at)
    : summary
}

/** Splits the summary of an event (src-shared/audit/events/summary.ts): markdown of bold words and links within pages. */
export function toSummaryParts(written: string): SummaryPart[] {
  const summary = rewordContractText(written)
  const stretches: SummaryPart[] = []
  let plainFrom = 0
  for (let start = summary.indexOf('**'); start !== -1; start = summary.indexOf('**', plainFrom)) {
    const link = linkAt(summary, start + 2)
    const end = link?.end ?? summary.indexOf('**', start + 3)
    if (end === -1) break
    const text = link?.text ?? summary.slice(start + 2, end)
    if (start > plainFrom) stretches.push({ text: summary.slice(plainFrom, start), strong: false })
    stretches.push({ text, strong: true, ...(link ? { href: link.href } : {}) })
    plainFrom = end + 2
  }
  if (plainFrom < summary.length) stretches.push({ text: summary.slice(plainFrom), strong: false })
  return stretches
}

/** The link `[text](href)` that begins at a place and is followed by `**`. */
function linkAt(summary: string, from: number) {
  const link = /\[([^[\]]*)\]\(([^()]*)\)(?=\*\*)/y
  link.lastIndex = from
  const [, text, href] = link.exec(summary) ?? []
  return text === undefined || href === undefined ? undefined : { text, href, end: link.lastIndex }
}
