import { mutationOf, queryOf, router } from '../../../../transport/rpc/init.ts'
import { checkRemote } from './check-remote.ts'
import { createRemote } from './create-remote.ts'
import { deleteRemote } from './delete-remote.ts'
import { forgetRemoteToken } from './forget-remote-token.ts'
import { getRemotes } from './get-remotes.ts'
import { updateRemote } from './update-remote.ts'
import { previewRemotePull } from './preview-remote-pull.ts'
import { pullRemote } from './pull-remote.ts'
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
