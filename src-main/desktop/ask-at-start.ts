import { dialog } from 'electron'

/** Problem of a database that cannot be used. `newestBackup` was checked and is good. */
interface Problem {
  title: string
  message: string
  newestBackup: string | null
}

type Recovery = { restore: string } | 'start-empty'
interface RecoveryChoice {
  label: string
  choose: () => Promise<Recovery | undefined>
}

/** Asks how to go on without a usable database. Undefined: the user would rather quit; nothing is lost by that. */
export async function askForRecovery({
  title,
  message,
  newestBackup,
}: Problem): Promise<Recovery | undefined> {
  const ways: RecoveryChoice[] = [
    ...(newestBackup === null
      ? []
      : [{ label: 'Restore the newest backup', choose: async () => ({ restore: newestBackup }) }]),
    { label: 'Restore another file…', choose: chooseFile },
    { label: 'Start empty', choose: async () => 'start-empty' },
    { label: 'Quit', choose: async () => undefined },
  ]
  const quit = ways.length - 1
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: title,
    detail: `${message}\n\nFiles that are there are kept in any case.`,
    buttons: ways.map(({ label }) => label),
    defaultId: newestBackup === null ? quit : 0,
    cancelId: quit,
  })
  return ways[response]?.choose()
}

async function chooseFile(): Promise<Recovery | undefined> {
  const { filePaths } = await dialog.showOpenDialog({
    title: 'Restore a backup',
    buttonLabel: 'Restore',
    properties: ['openFile'],
  })
  const [file] = filePaths
  return file === undefined ? undefined : { restore: file }
}

/**
 * Asks whether to use the next free port, if the port is in use. The message names the other process, if
 * known.
 */
export async function askForPort(message: string, nextFree: number): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message,
    detail: 'SDKs that are set to the usual port will not find this instance on another.',
    buttons: [`Use port ${nextFree}`, 'Quit'],
    defaultId: 0,
    cancelId: 1,
  })
  return response === 0
}
