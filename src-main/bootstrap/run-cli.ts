import { ownValue } from '../../src-shared/own-value.ts'
import { COULD_NOT_RUN, printError, OK, printLine, USAGE_ERROR, type CliFiles } from './cli-output.ts'
import { runDoctor } from './doctor-command.ts'
import { DOCTOR_USAGE } from './doctor-options.ts'
import { runMove } from './move-command.ts'
import { MOVE_USAGE } from './move-options.ts'
import { runApply, runExport } from './scenario-commands.ts'
import { APPLY_USAGE, EXPORT_USAGE } from './scenario-options.ts'
import { runServe, SERVE_USAGE } from './serve-command.ts'
import { runUpgradeReport } from './upgrade-report-command.ts'
import { UPGRADE_REPORT_USAGE } from './upgrade-report-options.ts'

interface Command {
  usage: string
  /** Answers the exit status; throws what keeps it from running. */
  run: (args: readonly string[], files: CliFiles) => Promise<number>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  serve: { usage: SERVE_USAGE, run: runServe },
  'upgrade-report': { usage: UPGRADE_REPORT_USAGE, run: runUpgradeReport },
  apply: { usage: APPLY_USAGE, run: runApply },
  export: { usage: EXPORT_USAGE, run: runExport },
  move: { usage: MOVE_USAGE, run: runMove },
  doctor: { usage: DOCTOR_USAGE, run: runDoctor },
}
const HELP = ['--help', '-h']

/** The headless entry. Answers the exit status. */
export async function runCli(args: readonly string[], files: CliFiles): Promise<number> {
  const name = args.find((one) => Object.hasOwn(COMMANDS, one))
  const command = name === undefined ? undefined : ownValue(COMMANDS, name)
  const isHelp = args.some((one) => HELP.includes(one))
  if (!command || isHelp) {
    printLine(
      command?.usage ??
        Object.values(COMMANDS)
          .map(({ usage }) => usage)
          .join('\n'),
    )
    return isHelp ? OK : USAGE_ERROR
  }
  try {
    return await command.run(without(args, name), files)
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error))
    return COULD_NOT_RUN
  }
}

/** Removes the command from the arguments, wherever it stands. */
function without(args: readonly string[], name: string | undefined): string[] {
  const index = args.findIndex((one) => one === name)
  return args.filter((_, at) => at !== index)
}
