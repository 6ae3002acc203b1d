import { bind } from '../../../../transport/http/bind.ts'
import { checkRemote } from './check-remote.ts'
import { createRemote } from './create-remote.ts'
import { deleteRemote } from './delete-remote.ts'
import { forgetRemoteToken } from './forget-remote-token.ts'
import { getRemotes } from './get-remotes.ts'
import { updateRemote } from './update-remote.ts'
import { previewRemotePull } from './preview-remote-pull.ts'
import { pullRemote } from './pull-remote.ts'
import type { RemoteServices } from '../../records/remotes/remote-services.ts'

export const remotesHttp = (services: RemoteServices) => {
  const { access, remotes } = services
  return [
    bind(getRemotes(remotes)),
    bind(createRemote),
    bind(updateRemote(remotes)),
    bind(deleteRemote(remotes)),
    bind(forgetRemoteToken(remotes)),
    bind(checkRemote(services)),
    bind(previewRemotePull(remotes, access)),
    bind(pullRemote(remotes, access)),
  ]
}
