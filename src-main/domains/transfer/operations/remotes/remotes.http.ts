import { bind } from '../../../../transport/http/bind.ts'
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
