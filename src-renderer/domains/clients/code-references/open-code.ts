import { attempt } from '#lib/attempt.ts'
import { desktopApi } from '#lib/desktop-api.ts'
import type { Finding } from './code-words.ts'

/** Opens a place in code in the person's editor. Only the desktop app can. */
export const openCode = (
  projectId: string,
  { folder, file, line }: Pick<Finding['places'][number], 'folder' | 'file' | 'line'>,
): Promise<boolean> =>
  attempt(`Couldn't open ${file}`, () => desktopApi().openCode.mutate({ projectId, folder, file, line }))
