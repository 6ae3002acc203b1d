import { counted } from '../../figures.ts'
import type { CodeReference } from './find-references.ts'
import type { FlagInCode, ReferenceFinding } from './judge-references.ts'

/** Report of a scan. */
export interface CodeReferencesReport {
  folders: string[]
  files: number
  /** True if there were more references than are reported. */
  isCut: boolean
  flags: FlagInCode[]
}

const MAX_PLACES = 20

/** Writes the report for people. */
export function reportAsText({ flags, files, folders }: CodeReferencesReport): string {
  const of = (finding: ReferenceFinding) => flags.filter((one) => one.finding === finding)
  const used = flags.filter(({ references }) => references.length > 0)
  const places = used.reduce((sum, { references }) => sum + references.length, 0)
  const sections = [
    ['Flags in code that do not exist', of('missing')],
    ['Stale flags in code', of('stale')],
    ['Flags that no code uses', of('unused')],
  ] as const
  const lines = sections.flatMap(([title, found]) =>
    found.length === 0 ? [] : [`${title}:`, ...found.flatMap(linesOf), ''],
  )
  const counts = `${counted(used.length, 'flag')} in ${counted(places, 'place')} of ${counted(files, 'file')} in ${folders.join(', ')}`
  const findings = `${of('missing').length} missing, ${of('stale').length} stale, ${of('unused').length} unused`
  return [...lines, `${counts}: ${findings}.`].join('\n')
}

function linesOf({ flag, advice, references }: FlagInCode): string[] {
  const shown = references.slice(0, MAX_PLACES)
  return [
    `  ${flag}`,
    ...(advice === null || references.length === 0 ? [] : [`    ${advice}`]),
    ...shown.map((one) => `    ${placeOf(one)}  ${one.text}${blameOf(one)}`),
    ...(references.length > shown.length ? [`    and ${references.length - shown.length} more`] : []),
  ]
}

const placeOf = ({ file, line, column }: CodeReference) => `${file}:${line}:${column}`
const blameOf = ({ blame }: FlagInCode['references'][number]) =>
  blame ? `  (${blame.author}, ${blame.date.slice(0, 10)})` : ''

const RULES: readonly { id: ReferenceFinding; name: string; text: string; level: string }[] = [
  { id: 'missing', name: 'MissingFlag', text: 'Code uses a flag that does not exist.', level: 'error' },
  { id: 'stale', name: 'StaleFlag', text: 'Code uses a flag that is stale.', level: 'warning' },
  { id: 'unused', name: 'UnusedFlag', text: 'No code uses a flag.', level: 'note' },
]

/** Writes the report as SARIF 2.1.0, for the pages of code hosts. */
export function reportAsSarif({ flags }: CodeReferencesReport): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'halyard',
            rules: RULES.map(({ id, name, text, level }) => ({
              id,
              name,
              shortDescription: { text },
              defaultConfiguration: { level },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: flags.flatMap((one) => {
          const rule = RULES.findIndex(({ id }) => id === one.finding)
          const { level } = RULES[rule] ?? {}
          if (level === undefined) return []
          const result = {
            ruleId: one.finding,
            ruleIndex: rule,
            level,
            message: { text: `${one.flag}: ${one.advice ?? ''}` },
          }
          // without a place, such as a flag that no code uses, a result has none
          if (one.references.length === 0) return [result]
          return one.references.map((reference) => ({ ...result, locations: [locationOf(reference)] }))
        }),
      },
    ],
  }
}

const locationOf = ({ file, line, column, text }: CodeReference) => ({
  physicalLocation: {
    artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' },
    region: { startLine: line, startColumn: column, snippet: { text } },
  },
})
