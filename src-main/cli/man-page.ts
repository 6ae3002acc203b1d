import type { CommandHelp } from './command-help.ts'

/** Writes the manual page, in the macros of man(7). `version`: that of the package. */
export function manPage(commands: readonly CommandHelp[], version: string): string {
  return [
    `.TH HALYARD 1 "" "Halyard ${escaped(version)}" "Halyard"`,
    '.SH NAME',
    'halyard \\- a feature-flag service on your own machine',
    '.SH SYNOPSIS',
    ...commands.flatMap(({ synopsis }) => ['.br', escaped(synopsis)]),
    '.SH DESCRIPTION',
    'Serves the admin, client and frontend API that the official Unleash SDKs use.',
    ...commands.flatMap(sectionOf),
    '.SH EXIT STATUS',
    '0 done, 1 could not run, 2 wrong usage (3 of apply). The description of a command names further ones.',
    '.SH ENVIRONMENT',
    'HALYARD_TOKEN: the token for a running instance. The description of serve names the variables of its settings.',
    '',
  ].join('\n')
}

function sectionOf({ name, summary, details }: CommandHelp): string[] {
  return [
    `.SH "HALYARD ${escaped(name).toUpperCase()}"`,
    escaped(`${summary}.`),
    '.PP',
    '.nf',
    ...details.split('\n').map(escaped),
    '.fi',
  ]
}

/** Text in which nothing is a request of roff. */
function escaped(text: string): string {
  const plain = text.replaceAll('\\', '\\e').replaceAll('-', '\\-')
  return /^[.']/.test(plain) ? `\\&${plain}` : plain
}
