import { BrowserWindow, dialog, type OpenDialogOptions } from 'electron'

const OPTIONS: OpenDialogOptions = {
  title: 'Choose a folder with code',
  buttonLabel: 'Choose',
  properties: ['openDirectory'],
}

/** Shows the system's dialog for folders, in front of the window that asked. Null: none was chosen. */
export async function chooseFolder(): Promise<string | null> {
  const window = BrowserWindow.getFocusedWindow()
  const { filePaths } = await (window
    ? dialog.showOpenDialog(window, OPTIONS)
    : dialog.showOpenDialog(OPTIONS))
  return filePaths[0] ?? null
}
