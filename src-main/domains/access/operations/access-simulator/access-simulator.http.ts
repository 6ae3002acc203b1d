import { bind } from '../../../../transport/http/bind.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { previewAccess } from './preview-access.ts'
import { simulateAccess } from './simulate-access.ts'
import { whoCan } from './who-can.ts'

export const accessSimulatorHttp = (access: AccessDirectory) => [
  bind(simulateAccess(access)),
  bind(whoCan(access)),
  bind(previewAccess(access)),
]
