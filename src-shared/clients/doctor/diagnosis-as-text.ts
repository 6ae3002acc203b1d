import type { Diagnosis, DiagnosisFinding, Subject } from '../schemas/diagnosis.ts'

const MARKS: Readonly<Record<DiagnosisFinding['severity'], string>> = {
  problem: 'PROBLEM',
  warning: 'WARNING',
  info: 'note',
  fine: 'ok',
}

/** Writes a diagnosis for a terminal. */
export function diagnosisAsText({ summary, subjects, snippet, instance }: Diagnosis): string {
  const parts = [
    summary,
    ...subjects.map(subjectAsText),
    ...(snippet ? [`${snippet.label}:\n\n${indented(snippet.install, snippet.code)}`] : []),
    instance
      ? `Asked ${instance.url}, which answers as ${instance.contract}.`
      : 'No instance was asked: set HALYARD_TOKEN to ask one.',
  ]
  return parts.join('\n\n')
}

function subjectAsText(subject: Subject): string {
  const { what, shown, findings } = subject
  return [
    `${what}${shown === undefined ? '' : `  ${shown}`}`,
    ...factsOf(subject).map(([label, value]) => `  ${label}: ${value}`),
    ...findings.flatMap(({ severity, message, advice }) => [
      markedLine(severity, message),
      ...(advice === undefined ? [] : [`    ${advice}`]),
    ]),
  ].join('\n')
}

const markedLine = (severity: DiagnosisFinding['severity'], message: string) =>
  `  ${MARKS[severity]}  ${message}`

const indented = (install: string | undefined, code: string) =>
  `${install === undefined ? '' : `${install}\n\n`}${code}`.replaceAll(/^(?=.)/gm, '  ')

/** Lists the facts of a subject that are known, with their labels. */
export function factsOf({ token, endpoints }: Subject): (readonly [string, string])[] {
  const { name, owner, projects, environment, expiresAt, lastSeenAt } = token ?? {}
  const accepting = endpoints?.filter(({ accepted }) => accepted)
  const facts: (readonly [string, string | undefined])[] = [
    ['Name', name],
    ['Acts as', owner],
    ['Projects', projects?.map((project) => (project === '*' ? 'all' : project)).join(', ')],
    ['Environment', environment === '*' ? 'all' : environment],
    ['Expires', expiresAt === null ? 'never' : expiresAt],
    ['Last used', lastSeenAt === null ? 'never' : lastSeenAt],
    ['Accepted at', accepting?.map(({ path }) => path).join(', ')],
  ]
  return facts.flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [[label, value] as const],
  )
}
