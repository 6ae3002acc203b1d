import { OPERATIONS, type Operation } from '#shared/contract/index.ts'
import type { CommandHelp } from './command-help.ts'

/** Writes the reference of the command line from the usage texts. */
export const cliReference = (commands: readonly CommandHelp[]): string =>
  [
    '# Command line',
    '',
    '`halyard COMMAND [options]` runs Halyard without a window. `halyard COMMAND --help` prints the same texts, `halyard man` a',
    'manual page, and `halyard completion bash` the completion of a shell. This page is written from them.',
    '',
    ...commands.flatMap(({ name, synopsis, summary, details }) => [
      `## ${name}`,
      '',
      `${capital(summary)}.`,
      '',
      '```text',
      synopsis,
      ...(details.trim() === '' ? [] : ['', details.trimEnd()]),
      '```',
      '',
    ]),
  ].join('\n')

/** Writes the reference of the HTTP API from the contract: operations by their tags. */
export function httpReference(): string {
  const names = [...new Set(OPERATIONS.map(({ tag }) => tag))].sort((a, b) => a.localeCompare(b))
  return [
    '# HTTP API',
    '',
    `The ${OPERATIONS.length} operations of the contract, by area. The running instance documents parameters, bodies and answers at`,
    '`/docs/openapi/`; the rules of the wire are in the [wire contract](contract/README.md). This page is written from the contract.',
    '',
    ...names.flatMap((tag) => [
      `## ${tag}`,
      '',
      '| Request | Summary | Permission |',
      '| --- | --- | --- |',
      ...OPERATIONS.filter((one) => one.tag === tag).map(rowOf),
      '',
    ]),
  ].join('\n')
}

const rowOf = ({ method, path, summary, access }: Operation) =>
  `| \`${method} ${path}\` | ${summary.replaceAll('|', '\\|')} | ${
    access.kind === 'permission' ? access.anyOf.join(' or ') : ''
  } |`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
