import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { previewAccess } from './preview-access.use-case.ts'
import { simulateAccess } from './simulate-access.use-case.ts'
import { whoCan } from './who-can.use-case.ts'

export const accessSimulatorHttp = (access: AccessDirectory) => [
  bind(simulateAccess(access)),
  bind(whoCan(access)),
  bind(previewAccess(access)),
]
