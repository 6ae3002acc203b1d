import type { CommandHelp, CommandOption } from './command-help.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** Finds a shell by its name. */
export const shellNamed = (name: string | undefined): Shell | undefined => SHELLS.find((one) => one === name)

/** Writes the completion of a shell. `operations`: ids that `halyard api` takes. */
export function completionFor(
  shell: Shell,
  commands: readonly CommandHelp[],
  operations: readonly string[],
): string {
  return { bash, zsh, fish }[shell](commands, operations)
}

const wordsOf = ({ name, options }: CommandHelp, operations: readonly string[]) =>
  [...options.map((option) => option.name), ...(name === 'api' ? operations : []), ...wordsAfter(name)].join(
    ' ',
  )

/** Words that follow some commands. */
const wordsAfter = (name: string): readonly string[] => (name === 'completion' ? SHELLS : [])

function bash(commands: readonly CommandHelp[], operations: readonly string[]): string {
  return `# halyard completion bash > ~/.local/share/bash-completion/completions/halyard
_halyard() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -le 1 ]; then
    words="${commands.map(({ name }) => name).join(' ')} --help"
  else
    case "\${COMP_WORDS[1]}" in
${commands.map((one) => `      ${one.name}) words="${wordsOf(one, operations)}" ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _halyard halyard
`
}

/** Text within single quotes of a shell. */
const quoted = (text: string) => text.replaceAll("'", String.raw`'\''`)

function zsh(commands: readonly CommandHelp[], operations: readonly string[]): string {
  const list = commands.map(({ name, summary }) => `    '${name}:${quoted(summary).replaceAll(':', '\\:')}'`)
  return `#compdef halyard
# halyard completion zsh > a file named _halyard in a folder of $fpath
_halyard() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "\${words[2]}" in
${commands.map((one) => `    ${one.name}) compadd -- ${wordsOf(one, operations)} ;;`).join('\n')}
  esac
  _files
}
compdef _halyard halyard
`
}

function fish(commands: readonly CommandHelp[], operations: readonly string[]): string {
  const inCommand = (name: string) => `complete -c halyard -n '__fish_seen_subcommand_from ${name}'`
  const flagOf = ({ name, value, help }: CommandOption) =>
    `-l ${name.slice(2)}${value === undefined ? '' : ' -r'} -d '${inFish(help)}'`
  const lines = commands.flatMap(({ name, summary, options }) => {
    const words = [...(name === 'api' ? operations : []), ...wordsAfter(name)].join(' ')
    return [
      `complete -c halyard -n __fish_use_subcommand -f -a ${name} -d '${inFish(summary)}'`,
      ...options.map((option) => `${inCommand(name)} ${flagOf(option)}`),
      ...(words === '' ? [] : [`${inCommand(name)} -f -a '${words}'`]),
    ]
  })
  return `# halyard completion fish > ~/.config/fish/completions/halyard.fish\n${lines.join('\n')}\n`
}

const inFish = (text: string) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
