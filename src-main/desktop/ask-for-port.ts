import { dialog } from 'electron'

/** The port is taken: asks whether to use the next free one. The message names the other process, where known. */
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
