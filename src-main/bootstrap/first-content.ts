import { hashPassword } from '../domains/access/records/sessions/password.ts'
import { isSeeded } from '../domains/instance/records/instance/seed.store.ts'
import { importFile } from '../domains/transfer/records/import-export/import-file.ts'
import { seedInstance } from '../domains/transfer/records/seed/seed-instance.ts'
import type { Clock } from '../kernel/clock.ts'
import { writeAsSystem, type Runtime } from '../kernel/execute.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Store } from '../store/store.ts'
import type { Config } from './config.ts'

/** Fills an empty database. */
export async function seed(store: Store, config: Config, clock: Clock, ids: Ids): Promise<void> {
  if (await isSeeded(store.queries)) return
  const { initAdminApiTokens: admin, initBackendApiTokens: backend, initFrontendApiTokens: frontend } = config
  const passwordHash =
    config.adminPassword === undefined ? undefined : await hashPassword(config.adminPassword)
  await store.transaction((queries) =>
    seedInstance(queries, clock.now(), {
      initialTokens: { admin, backend, frontend },
      ids,
      admin: { username: config.adminUsername, ...(passwordHash === undefined ? {} : { passwordHash }) },
    }),
  )
  await store.durable()
}

/** Imports the flags of the file that the settings name. */
export async function importAtStart(runtime: Runtime, config: Config): Promise<void> {
  const { importFile: file, importProject: project, importEnvironment: environment } = config
  if (file === undefined) return
  await writeAsSystem(runtime, (context) => importFile(context, { file, project, environment }))
  runtime.logger.info({ file, project, environment }, 'flags imported')
}
