import { getContextFindings } from '#shared/clients/contract/context-findings.ts'
import {
  ContextFindings,
  type ContextFinding,
  type SeenApplication,
  type SeenEnvironment,
} from '#shared/clients/schemas/context-findings.ts'
import { requestOf } from '../profiles/original/original-request.ts'
import { OK, printError, printLine, readOr, USAGE_ERROR } from './cli-output.ts'
import { readContextFindingsOptions, SEVERITIES } from './context-findings-options.ts'
import { asJson, messageIn, requestInstance } from './instance-request.ts'

/** A finding is as severe as `--fail-on` says. */
const FOUND = 3

/** `halyard doctor --contexts`. Answers the exit status; throws what keeps it from an answer. */
export async function runContextFindings(args: readonly string[], usage: string): Promise<number> {
  const asked = readOr(() => readContextFindingsOptions(args, process.env), usage)
  if (asked === undefined) return USAGE_ERROR
  const { path, ...request } = requestOf(getContextFindings, { query: asked.query })
  const { status, text } = await requestInstance(asked.url + path, asked.token, {
    ...request,
    hint: 'Use --instance.',
  })
  if (status !== 200) throw new Error(`${asked.url} answers ${status}: ${messageIn(text)}`)
  const found = ContextFindings.safeParse(asJson(text))
  if (!found.success) throw new Error(`What answers at ${asked.url} is not a Halyard that examines contexts`)
  printLine(asked.json ? JSON.stringify(found.data, null, 2) : inWords(found.data))
  const { failOn } = asked
  if (failOn === undefined) return OK
  const severe = SEVERITIES.slice(0, SEVERITIES.indexOf(failOn) + 1)
  const count = found.data.findings.filter(({ severity }) => severe.includes(severity)).length
  if (count === 0) return OK
  printError(`${count} findings are at least so severe as --fail-on ${failOn}.`)
  return FOUND
}

const MARKS: Readonly<Record<ContextFinding['severity'], string>> = {
  problem: 'PROBLEM',
  warning: 'WARNING',
  info: 'note',
}

function inWords({
  enabled,
  isPartial,
  isSampled,
  environments,
  applications,
  findings,
  omitted,
}: ContextFindings): string {
  if (!enabled) return 'No contexts are kept: their recording is turned off.'
  if (environments.length === 0) return 'No contexts: no program has sent any that were asked about.'
  return [
    ...environments.map(placeInWords),
    ...unregisteredInWords(applications),
    ...(isPartial ? ['Several Halyards share the database: this one knows what came to itself.'] : []),
    ...(isSampled ? ['There are more than were examined.'] : []),
    ...(findings.length === 0 ? ['', 'Nothing is wrong with them.'] : []),
    ...findings.flatMap(findingInWords),
    ...(omitted > 0 ? ['', `${omitted} further findings are left out.`] : []),
  ].join('\n')
}

function placeInWords({ environment, contexts, completeSince, evaluateThemselves }: SeenEnvironment): string {
  const since = completeSince === null ? '' : `, all since ${completeSince}`
  const others =
    evaluateThemselves.length === 0
      ? ''
      : `; evaluating by themselves, and sending none: ${evaluateThemselves.join(', ')}`
  return `${environment}: ${contexts} contexts${since}${others}`
}

/** Programs that no list of applications shows. */
function unregisteredInWords(applications: readonly SeenApplication[]): string[] {
  const names = applications.flatMap(({ application, registered }) =>
    registered ? [] : (application ?? '(without a name)'),
  )
  const known = [...new Set(names)].sort()
  return known.length === 0 ? [] : [`Never registered: ${known.join(', ')}`]
}

function findingInWords(finding: ContextFinding): string[] {
  const { severity, environment, message, evidence, flags, flagCount, values, change, code } = finding
  const { contexts, of, requests, since, lastSeen } = evidence
  const more = flagCount > flags.length ? ` and ${flagCount - flags.length} more` : ''
  return [
    '',
    `${MARKS[severity]}  ${environment}: ${message}`,
    `  ${contexts} of ${of} contexts, ${requests} requests, from ${since} to ${lastSeen}`,
    ...(flags.length === 0 ? [] : [`  flags: ${flags.map(({ name }) => name).join(', ')}${more}`]),
    ...(values.length === 0 ? [] : [`  values: ${values.join(', ')}`]),
    `  ${change}`,
    ...(code ? [`    ${code.line}   (${code.sdk})`] : []),
    `  Wrong if: ${finding.wrongIf}`,
  ]
}
