import { z } from 'zod'

import { Remote, RemoteCheck, RemoteInput, RemoteTokenInput } from '../schemas/remote.ts'
import { RemotePull, RemotePullPreview, RemotePullResult } from '../schemas/remote-pull.ts'
import { integerParam } from '../../schemas/scalars.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'

/** Halyard's own: the service it is compatible with has no such operations. */
const REMOTES = '/api/admin/remotes'
const REMOTE = `${REMOTES}/:id`
const RemoteParams = z.object({ id: integerParam('id') })
const shared = {
  tag: 'Remotes',
  everywhere: true,
  access: needs('ADMIN'),
} as const

export const getRemotes = operation({
  ...shared,
  operationId: 'getRemotes',
  method: 'GET',
  path: REMOTES,
  summary: 'Lists the remote instances',
  responses: { 200: z.object({ remotes: z.array(Remote) }).meta({ id: 'remotesSchema' }) },
})

export const createRemote = operation({
  ...shared,
  operationId: 'createRemote',
  method: 'POST',
  path: REMOTES,
  summary: 'Adds a remote instance without contacting it',
  body: RemoteInput,
  responses: { 201: Remote },
  errors: [409],
})

export const updateRemote = operation({
  ...shared,
  operationId: 'updateRemote',
  method: 'PUT',
  path: REMOTE,
  summary: 'Changes the name, the URL and the connection of a remote; a new URL deletes its token',
  params: RemoteParams,
  body: RemoteInput,
  responses: { 200: Remote },
  errors: [404, 409],
})

export const deleteRemote = operation({
  ...shared,
  operationId: 'deleteRemote',
  method: 'DELETE',
  path: REMOTE,
  summary: 'Deletes a remote and its token; pulled flags stay',
  params: RemoteParams,
  anyContentType: true,
  responses: { 204: null },
  errors: [400, 404],
})

export const forgetRemoteToken = operation({
  ...shared,
  operationId: 'forgetRemoteToken',
  method: 'DELETE',
  path: `${REMOTE}/token`,
  summary: 'Deletes the token of a remote from memory',
  params: RemoteParams,
  anyContentType: true,
  responses: { 204: null },
  errors: [400, 404],
})

export const checkRemote = operation({
  ...shared,
  operationId: 'checkRemote',
  method: 'POST',
  path: `${REMOTE}/check`,
  summary: 'Inspects a remote read-only: its version, contents and rejected requests',
  params: RemoteParams,
  body: RemoteTokenInput,
  responses: { 200: RemoteCheck },
  errors: [404],
})

export const previewRemotePull = operation({
  ...shared,
  operationId: 'previewRemotePull',
  method: 'POST',
  path: `${REMOTE}/pull/preview`,
  summary: 'Previews a pull: flags created, changed, left alone, and conflicts',
  place: 'instance',
  params: RemoteParams,
  body: RemotePull,
  bodyLimit: 500 * 1024,
  bounds: { items: 50_000, values: 250_000 },
  responses: { 200: RemotePullPreview },
  errors: [404],
})

export const pullRemote = operation({
  ...shared,
  operationId: 'pullRemote',
  method: 'POST',
  path: `${REMOTE}/pull`,
  summary: "Applies the changes of a remote's flags since the last pull, all or nothing",
  description:
    'Three-way: what changed on both sides is refused with 409 until a choice says which side to take.',
  place: 'instance',
  params: RemoteParams,
  body: RemotePull,
  bodyLimit: 500 * 1024,
  bounds: { items: 50_000, values: 250_000 },
  responses: { 200: RemotePullResult },
  errors: [404, 409],
})
