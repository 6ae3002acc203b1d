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
  summary: 'Lists the remote instances of the service that are known here',
  responses: { 200: z.object({ remotes: z.array(Remote) }).meta({ id: 'remotesSchema' }) },
})

export const createRemote = operation({
  ...shared,
  operationId: 'createRemote',
  method: 'POST',
  path: REMOTES,
  summary: 'Notes a remote instance; nobody is asked by that',
  body: RemoteInput,
  responses: { 201: Remote },
  errors: [409],
})

export const updateRemote = operation({
  ...shared,
  operationId: 'updateRemote',
  method: 'PUT',
  path: REMOTE,
  summary: 'Sets the name and the URL of a remote; with another URL its token is forgotten',
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
  summary: 'Forgets a remote, its token, and what was pulled of it last; the pulled flags stay',
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
  summary: 'Forgets the token of a remote that is held in memory',
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
  summary: 'Asks a remote, reading only, which version it is, what it has, and which calls it would refuse',
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
  summary: 'Says what a pull of flags would create, change and leave, and where both sides changed',
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
  summary: 'Takes over what the flags of a remote have become since the last pull: all of it, or nothing',
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
