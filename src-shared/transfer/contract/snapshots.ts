import { z } from 'zod'

import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { CreateSnapshot, Snapshot, SnapshotName, SnapshotRestore, Snapshots } from '../schemas/snapshot.ts'

const SNAPSHOTS = '/api/admin/snapshots'
const shared = {
  tag: 'Import/Export',
  everywhere: true,
  access: needs('ADMIN'),
  place: 'instance',
} as const
const one = { ...shared, params: z.object({ name: SnapshotName }) } as const

export const getSnapshots = operation({
  ...shared,
  operationId: 'getSnapshots',
  method: 'GET',
  path: SNAPSHOTS,
  summary: 'Lists the snapshots of the configuration, newest first',
  description: 'Operation of Halyard.',
  responses: { 200: Snapshots },
})

export const createSnapshot = operation({
  ...shared,
  operationId: 'createSnapshot',
  method: 'POST',
  path: SNAPSHOTS,
  summary: 'Creates a snapshot of the configuration, under a name',
  description:
    'Operation of Halyard. It holds projects, flags, releases, segments, people and their roles, tokens of SDKs, signals, actions and ' +
    'integrations; not events, metrics, sessions, sign-in settings and change requests.',
  body: CreateSnapshot,
  responses: { 201: Snapshot },
  errors: [400, 409],
})

export const restoreSnapshot = operation({
  ...one,
  operationId: 'restoreSnapshot',
  method: 'POST',
  path: `${SNAPSHOTS}/:name/restore`,
  summary: 'Restores the configuration from a snapshot',
  description:
    'Operation of Halyard. Only rows that differ are deleted, changed and inserted, in one transaction. Accounts and tokens that were ' +
    'deleted since stay deleted (`left`), and deactivated users stay deactivated. The account of the caller is left alone.',
  anyContentType: true,
  responses: { 200: SnapshotRestore },
  errors: [400, 404, 409],
})

export const deleteSnapshot = operation({
  ...one,
  operationId: 'deleteSnapshot',
  method: 'DELETE',
  path: `${SNAPSHOTS}/:name`,
  summary: 'Deletes a snapshot',
  description: 'Operation of Halyard.',
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})
