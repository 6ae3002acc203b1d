// Runs a service that is to be killed. Usage: tortured-process.ts <data folder> <clock ahead by ms> [backup to restore].
// Runs its jobs and makes backups without a pause. Prints `serves <url>`, and `backup <file>` for each finished backup.
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { backupFile } from '#store/backups.ts'
import { createTorturedBackend } from './tortured-backend.ts'

const JOBS_EVERY_MS = 60
const BACKUP_EVERY_MS = 250
const [dataDir = '', ahead = '0', restore] = process.argv.slice(2)
// synchronously, so that no line is lost in the buffer of a pipe
const print = (line: string) => writeSync(1, `${line}\n`)

const backend = await createTorturedBackend(dataDir, { ahead: Number(ahead), restore })
print(`serves ${await backend.listen()}`)

async function makeBackups(): Promise<void> {
  for (;;) {
    const file = backupFile(dataDir, 'tortured', new Date(Date.now() + Number(ahead)))
    await backend.store.backup(file)
    print(`backup ${file}`)
    await sleep(BACKUP_EVERY_MS)
  }
}
async function work(): Promise<void> {
  for (;;) {
    await backend.runJobs()
    await sleep(JOBS_EVERY_MS)
  }
}
await Promise.all([work(), makeBackups()])
