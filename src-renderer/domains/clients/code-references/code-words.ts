import { counted } from '#ui/figures.ts'
import type { Outputs } from '#lib/api.ts'

type ProjectCode = Outputs['getProjectCode']
export type Finding = ProjectCode['findings'][number]
type Place = Pick<Finding['places'][number], 'folder' | 'file' | 'line'>

/** The kinds of findings, in their order, as the page names them. */
export const FINDING_WORDS = [
  {
    finding: 'missing',
    title: 'Missing flags',
    about: 'Code uses them, and they do not exist.',
    none: 'All flags that code uses exist.',
  },
  {
    finding: 'stale',
    title: 'Stale flags in code',
    about: 'Delete their checks first, then archive them.',
    none: 'No code uses a stale flag.',
  },
  {
    finding: 'unused',
    title: 'Unused flags',
    about: 'No code of these folders names them. Code elsewhere may, or may put the name together.',
    none: 'Code uses all flags.',
  },
] as const

/** "3 flags used in 120 files" */
export const summaryOf = ({ counts, scan }: Pick<ProjectCode, 'counts' | 'scan'>): string =>
  `${counted(counts.used, 'flag')} used in ${counted(scan?.files ?? 0, 'file')}`

/** Whole path of a place, as editors and terminals take it. */
export function pathOf({ folder, file, line }: Place): string {
  const slash = folder.includes('\\') ? '\\' : '/'
  const end = folder.endsWith(slash) ? '' : slash
  return `${folder}${end}${file.replaceAll('/', slash)}:${line}`
}

/** Folders as they are entered: one per line. */
export const toFolders = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]
