import { namesOf } from '../own-value.ts'

/** Editors that open a file at a line by a link of their own, by name. */
export const EDITORS = {
  vscode: 'Visual Studio Code',
  vscodium: 'VSCodium',
  cursor: 'Cursor',
  windsurf: 'Windsurf',
  zed: 'Zed',
  idea: 'IntelliJ IDEA',
} as const
export type EditorId = keyof typeof EDITORS
export const EDITOR_IDS = namesOf(EDITORS)

/** Link that opens a file in an editor. The path is one that the desktop has checked; a link starts no program with it. */
export function editorLink(editor: EditorId, file: string, line: number): string {
  if (editor === 'idea') return `idea://open?file=${encodeURIComponent(file)}&line=${line}`
  const path = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/')
  // the colon of a drive stays
  const at = path.replace(/^([A-Za-z])%3A/, '/$1:')
  return `${editor}://file${at}:${line}`
}
