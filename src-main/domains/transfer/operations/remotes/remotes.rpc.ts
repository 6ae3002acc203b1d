import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { checkRemote } from './check-remote.use-case.ts'
import {
  createRemote,
  deleteRemote,
  forgetRemoteToken,
  getRemotes,
  updateRemote,
} from './manage-remotes.use-case.ts'
import { previewRemotePull, pullRemote } from './pull-remote.use-case.ts'
import type { RemoteServices } from '../../records/remotes/remote-services.ts'

export const remotesRpc = (services: RemoteServices) => {
  const { access, remotes } = services
  return router({
    list: queryOf(getRemotes(remotes)),
    create: mutationOf(createRemote),
    update: mutationOf(updateRemote(remotes)),
    remove: mutationOf(deleteRemote(remotes)),
    forgetToken: mutationOf(forgetRemoteToken(remotes)),
    check: mutationOf(checkRemote(services)),
    previewPull: mutationOf(previewRemotePull(remotes, access)),
    pull: mutationOf(pullRemote(remotes, access)),
  })
}
