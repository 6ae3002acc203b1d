import { definitionOf, isPermission } from '#shared/access/permissions/index.ts'
import type { ImportFindings } from '#shared/transfer/schemas/import-export.ts'

/** Findings of the contract in a file to import, each with the words of the window. */
const SENTENCES: Readonly<Record<string, string>> = {
  'We detected the following segments in the import file that need to be created first:':
    'Create these segments first:',
  'We detected the following custom strategy in the import file that needs to be created first:':
    'Create these custom strategies first:',
  'We detected the following context fields that do not have matching legal values with the imported ones:':
    'The legal values of these context fields differ from those in the file:',
  'We detected the following dependencies that need to be created first:': 'Create these parent flags first:',
  'We detected the following features are duplicate in your import data:':
    'These flags are in the file more than once:',
  'The following features already exist in other projects:': 'These flags already exist in other projects:',
  'The following features will not be imported as they are currently archived. To import them, please unarchive them first:':
    'These flags are archived, so they are not imported. To import them, revive them first:',
  'The following features already exist in this project and will be overwritten:':
    'These flags already exist in this project and will be overwritten:',
  'The following features have a release plan in the import file, which will not be imported. The strategies of its current milestone become ordinary strategies:':
    'The release plans of these flags are not imported. The strategies of the current milestone become ordinary strategies:',
  'The following features have safeguards in the import file, which will not be imported:':
    'The safeguards of these flags are not imported:',
  'We detected you are missing the following permissions:': 'You lack these permissions:',
}

/** Words a finding of an import as the window does. Other texts stay, except that features are flags. */
export const findingInWords = (message: string): string =>
  (Object.hasOwn(SENTENCES, message) ? SENTENCES[message] : undefined) ??
  message
    .replace('The following features ', 'These flags ')
    .replace('We detected more new features than', 'More new flags than')

/** Names an item of a finding; permissions have the names that the editor of roles shows. */
export const itemInWords = (item: string): string =>
  isPermission(item) ? definitionOf(item).displayName : item

const countOf = (findings: ImportFindings, word: string): number =>
  findings.warnings.find((one) => one.message.includes(word))?.affectedItems.length ?? 0

/** Tells what the import will do with the flags of the file, or that something has to be resolved first. */
export function outcomeInWords(findings: ImportFindings, total: number): string {
  if (findings.errors.length + findings.permissions.length > 0)
    return 'The file can be imported once this is resolved.'
  const overwritten = countOf(findings, 'overwritten')
  const unchanged = countOf(findings, 'archived')
  const counts = Object.entries({ new: total - overwritten - unchanged, overwritten, unchanged })
  const said = counts.filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`)
  return `${said.join(', ')}.`
}
