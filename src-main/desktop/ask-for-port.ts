import { dialog } from 'electron'

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
