/** Option of a command, as its usage text declares it. */
export interface CommandOption {
  /** With its dashes: `--port`. */
  name: string
  /** Placeholder of the value; undefined: the option is a switch. */
  value?: string
  help: string
}

/** Command as its usage text declares it: the one source of help, completion and manual page. */
export interface CommandHelp {
  name: string
  /** Such as `halyard apply [--plan] FILE [options]`. */
  synopsis: string
  summary: string
  options: CommandOption[]
  /** Lines after the first. */
  details: string
}

const OPTION = /^ {2}(--[\w-]+)(?: (\S+))?(?: {2,}(\S.*))?$/
const CONTINUED = /^ {8,}(\S.*)$/

/** Reads the usage text of a command. */
export function readHelp(name: string, usage: string): CommandHelp {
  const [first = '', ...lines] = usage.trimEnd().split('\n')
  const gap = first.indexOf('   ')
  const options: CommandOption[] = []
  for (const line of lines) {
    const [, option, value, help = ''] = OPTION.exec(line) ?? []
    if (option !== undefined) options.push({ name: option, ...(value ? { value } : {}), help })
    const [, more] = CONTINUED.exec(line) ?? []
    const last = options.at(-1)
    if (more !== undefined && last) last.help += `${last.help === '' ? '' : ' '}${more}`
  }
  return {
    name,
    synopsis: first.slice(0, gap),
    summary: first.slice(gap).trim(),
    options,
    details: lines.join('\n').replace(/^\n/, ''),
  }
}

/** Text of `halyard --help`. */
export function overviewOf(commands: readonly CommandHelp[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 3
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`)
  return `halyard COMMAND [options]   a feature-flag service on your own machine

${lines.join('\n')}

halyard COMMAND --help describes a command, halyard man prints the manual, halyard --version the version. Exit status of all: 0 done, 1 could not run,
2 wrong usage (3 of apply and plan); the help of a command names further ones.
`
}
