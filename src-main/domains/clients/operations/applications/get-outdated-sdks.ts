import { getOutdatedSdks as all } from '#shared/clients/contract/applications.ts'
import { query } from '#kernel/use-case.ts'
import { readRunningSdks } from '../../records/applications/instances.read-model.ts'
import { outdatedSdksOf } from '../../records/applications/outdated-sdks.ts'

export const getOutdatedSdks = query(all, async ({ queries }) =>
  outdatedSdksOf(await readRunningSdks(queries)),
)
