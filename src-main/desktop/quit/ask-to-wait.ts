import { dialog } from 'electron'

/** Shows what quitting would cut short. The message closes by itself once `done` is aborted. */
export async function askToWait(work: readonly string[], done: AbortSignal): Promise<'quit now' | 'stay'> {
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: 'Halyard quits once it has finished',
    detail: [...work, '', 'What is cut short now is not done, and its sender gets no answer.'].join('\n'),
    buttons: ['Quit now', 'Don’t quit'],
    defaultId: 1,
    cancelId: 1,
    signal: done,
  })
  return response === 0 ? 'quit now' : 'stay'
}
