import { counted } from '../../figures.ts'
import type { GroupBy, JudgedCall, UpgradeReport } from '../schemas/upgrade-report.ts'
import { isSentBySdksAlone } from './fail-on.ts'
import { groupCalls } from './group-calls.ts'
import { verdictInWords } from './verdict-in-words.ts'

/** The report for a ticket: a section for each call, or for each who makes any; a row for each caller. */
export function reportAsMarkdown(report: UpgradeReport, groupBy: GroupBy = 'call'): string {
  const { contractVersion, from, to, failing, calls } = report
  const lines = [
    `# Calls that an upgrade from ${from} to ${to} concerns`,
    '',
    `The instance answers as ${contractVersion}. ${inWords(calls)}`,
    ...(failing > 0 ? [`${counted(failing, 'call')} would be answered with an error.`] : []),
    '',
  ]
  if (groupBy === 'call') for (const call of calls) lines.push(...sectionOf(call, '##'))
  else
    for (const { name, calls: own } of groupCalls(calls, groupBy)) {
      lines.push(`## ${text(name)}`, '')
      for (const call of own) lines.push(...sectionOf(call, '###'))
    }
  return lines.join('\n')
}

const inWords = (calls: readonly JudgedCall[]) =>
  calls.length === 0
    ? 'Nothing was called that changes between both.'
    : `${counted(calls.length, 'thing')} called here ${calls.length === 1 ? 'changes' : 'change'}.`

function sectionOf(call: JudgedCall, heading: string): string[] {
  const { detail, replacement, callers } = call
  const curl = callers.find((caller) => caller.curl !== null)?.curl
  const lines = [`${heading} ${text(call.call)}`, '', `${verdictInWords(call)}.`]
  if (detail) lines.push(detail)
  if (isSentBySdksAlone(call)) lines.push('SDKs send it by themselves, and later versions ignore it.')
  if (!call.isCertain) lines.push('Whether that matters to who calls, a call does not tell.')
  if (replacement)
    lines.push(replacement.startsWith('/') ? `Instead: \`${replacement}\`` : `Instead: ${replacement}.`)
  if (curl) lines.push('', '```sh', curl, '```')
  lines.push(
    '',
    '| Caller | Application | SDK or program | Calls | Last | Such as |',
    '|---|---|---|---|---|---|',
  )
  for (const { name, kind, appName, sdk, count, lastSeen, sample } of callers)
    lines.push(
      `| ${[`${name} (${kind})`, appName ?? '', sdk ?? '', String(count), lastSeen, sample ?? ''].map(text).join(' | ')} |`,
    )
  lines.push('')
  return lines
}

/** Callers name themselves: nothing of that may end a cell or a line, or be markup. */
const text = (value: string) =>
  value.replaceAll(/[\\|<>`*_[\]]/g, (mark) => `\\${mark}`).replaceAll(/\s+/g, ' ')
