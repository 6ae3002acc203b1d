import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import type { JudgedCalls } from '#domains/versions/upgrade-report/judged-calls.ts'
import type { RemoteInstances } from './remote-instances.ts'

/** Services shared by the use cases of remotes, besides the store. */
export interface RemoteServices {
  access: AccessDirectory
  judgedCalls: JudgedCalls
  remotes: RemoteInstances
}
