import type { Outputs } from '../../lib/api.ts'

type Report = Outputs['upgradeReport']['get']
type Call = Report['calls'][number]

/** What becomes of a call, in words. */
export function verdictOf({ verdict, version, deprecated }: Call): string {
  if (verdict === 'removed') return `Removed in ${version}`
  if (verdict === 'removed later') return `Not in ${version}`
  return version === null
    ? `Deprecated since ${deprecated.join(' and ')}`
    : `Deprecated, removed in ${version}`
}

/** The report for a ticket: a section for each call, a row for each caller. */
export function reportAsMarkdown({ contractVersion, calls }: Report): string {
  const lines = ['# Calls that an upgrade breaks', '', `The instance answers as ${contractVersion}.`, '']
  for (const call of calls) {
    lines.push(`## ${call.call}`, '', `${verdictOf(call)}.`)
    if (call.detail) lines.push(call.detail)
    if (call.replacement) lines.push(`Instead: \`${call.replacement}\``)
    lines.push('', '| Caller | Application | SDK or program | Calls | Last |', '|---|---|---|---|---|')
    for (const { name, kind, appName, sdk, count, lastSeen } of call.callers)
      lines.push(
        `| ${[`${name} (${kind})`, appName ?? '', sdk ?? '', count, lastSeen].map(cell).join(' | ')} |`,
      )
    lines.push('')
  }
  return lines.join('\n')
}

/** Callers name themselves: nothing of that may end the cell. */
const cell = (value: string | number) =>
  String(value)
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\s+/g, ' ')
