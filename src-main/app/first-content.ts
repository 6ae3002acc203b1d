import { lt } from 'semver'

import { hashPassword } from '#domains/access/sessions/password.ts'
import { isSeeded } from '#domains/instance/instance/seed.store.ts'
import { importFile } from '#domains/transfer/import-export/import-file.ts'
import { seedInstance } from '#domains/transfer/seed/seed-instance.ts'
import type { Clock } from '#kernel/clock.ts'
import { writeAsSystem, type Runtime } from '#kernel/execute.ts'
import type { Ids } from '#kernel/ids.ts'
import type { Store } from '#store/store.ts'
import { ConfigError, type Config } from '#settings/config.ts'

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

/** Version that removed the import at the start (document, "v5 to v6", 4). */
const NO_IMPORT_SINCE = '6.0.0'

/** Refuses a file to import where the answered version has no such import. Throws ConfigError, with what to do now. */
export function requireImportServed({
  importFile: file,
  contract,
  strict,
}: Pick<Config, 'importFile' | 'contract' | 'strict'>): void {
  if (file === undefined || lt(strict ?? contract, NO_IMPORT_SINCE)) return
  throw new ConfigError(
    `importFile: version 6 removed the import of a file at the start, and this Halyard answers as ${strict ?? contract}. ` +
      'Start with a scenario file instead (--scenario FILE, docs/scenario.md), or import the file once: in the window of a ' +
      'project under Import and export, or by POST /api/admin/features-batch/import. To keep the option, answer as version 5 (--contract 5).',
  )
}

/** Imports the flags of the file that the settings name. */
export async function importAtStart(runtime: Runtime, config: Config): Promise<void> {
  const { importFile: file, importProject: project, importEnvironment: environment } = config
  if (file === undefined) return
  await writeAsSystem(runtime, (context) => importFile(context, { file, project, environment }))
  runtime.logger.info({ file, project, environment }, 'flags imported')
}
