import { toChunks } from '#shared/transfer/import-export/chunks.ts'
import { makeFile } from './import-file.ts'
import { LIMITS, serveFrom, TOKENS } from './instance.ts'
import { send } from './latency.ts'
import { PASSWORD, signIn } from './sign-in.ts'
import { startProcess } from './start-process.ts'

/** Starts an instance with a number of flags in the default project, and signs its Admin in. */
export async function startWithFlags(folder: string, flags: number) {
  const { url, stop } = await startProcess(serveFrom(folder), {
    ...LIMITS,
    ...TOKENS,
    UNLEASH_DEFAULT_ADMIN_PASSWORD: PASSWORD,
  })
  const cookie = await signIn(url)
  for (const data of toChunks(makeFile(0, flags)))
    await send(url, {
      path: '/api/admin/features-batch/import',
      headers: { cookie },
      body: { project: 'default', environment: 'development', data },
    })
  return { url, cookie, stop }
}
