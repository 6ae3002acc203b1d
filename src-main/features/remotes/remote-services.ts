import type { AccessDirectory } from '../access/index.ts'
import type { JudgedCalls } from '../upgrade-report/index.ts'
import type { RemoteInstances } from './remote-instances.ts'

/** What the use cases of remotes share beyond the store. */
export interface RemoteServices {
  access: AccessDirectory
  judgedCalls: JudgedCalls
  remotes: RemoteInstances
}
