import { queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { previewAccess } from './preview-access.ts'
import { simulateAccess } from './simulate-access.ts'
import { whoCan } from './who-can.ts'

export const accessSimulatorRpc = (access: AccessDirectory) =>
  router({
    simulate: queryOf(simulateAccess(access)),
    whoCan: queryOf(whoCan(access)),
    preview: queryOf(previewAccess(access)),
  })
