import type { DescribedEvent } from '#domains/audit/events/described-events.ts'
import { tagsOf } from './facts.ts'

/** Markdown as Slack writes it: `*bold*`, `<url|text>`, and what would be its own signs escaped. */
export function toSlackText(markdown: string): string {
  return markdown
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\[([^[\]]*)\]\(([^()\s]*)\)/g, '<$2|$1>')
    .replace(/\*\*(.+?)\*\*/g, '*$1*')
}

/** The channels that the flag's tags name, or else those that are given, each once. */
export function channelsFor(event: DescribedEvent, given: string | undefined): string[] {
  const tagged = tagsOf(event, 'slack')
  const named = tagged.length > 0 ? tagged : (given ?? '').split(',')
  return [...new Set(named.map((name) => name.trim()).filter((name) => name !== ''))]
}
