import { kindTouching, type EventKind } from './event-kind.ts'

const kind = kindTouching('remotes')
const pull = kindTouching('remotes', 'project')

/** Events of remote instances: Halyard's own. Changes made by a pull have their own events. */
export const REMOTE_EVENTS = {
  'remote-created': kind('Remote added', '{user} added the remote {remote}'),
  'remote-updated': kind('Remote updated', '{user} updated the remote {remote}'),
  'remote-deleted': kind('Remote removed', '{user} removed the remote {remote}'),
  'remote-pulled': pull('Remote pulled', '{user} pulled flags of the remote {remote} into project {project}'),
} as const satisfies Record<string, EventKind>
