import { dialog } from 'electron'

/** What is known of the damage; `newestBackup` is one that was found good. */
interface Damage {
  message: string
  newestBackup: string | null
}

/** The database is damaged: asks how to go on. Undefined: the user would rather quit; nothing is lost by that. */
export async function askAboutDamage({
  message,
  newestBackup,
}: Damage): Promise<{ restore: string } | 'start-empty' | undefined> {
  const ways = [
    ...(newestBackup === null
      ? []
      : [{ label: 'Restore the backup', recovery: { restore: newestBackup } } as const]),
    { label: 'Start empty', recovery: 'start-empty' } as const,
    { label: 'Quit', recovery: undefined },
  ]
  const quit = ways.length - 1
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: 'The database is damaged',
    detail: `${message}\n\nThe damaged file is kept in any case.`,
    buttons: ways.map(({ label }) => label),
    defaultId: newestBackup === null ? quit : 0,
    cancelId: quit,
  })
  return ways[response]?.recovery
}
