import type { OperationId } from '#shared/contract-engine/operation-ids/index.ts'
import { compare, lt } from 'semver'
import { z } from 'zod'

import { definitionOf, isPermission, permissionOfId, PERMISSIONS } from '#shared/access/permissions/index.ts'
import { badData } from '#kernel/app-error.ts'
import { parseBody } from '#kernel/schema-error.ts'
import type { Adaptation, JsonRecord } from './adaptation.ts'
import { changeAt, type BodyPath } from './body-paths.ts'
import { propertiesOfAnswers } from './properties.ts'
import { isRecord } from '#shared/own-value.ts'

/*
 * Document, "Feature availability by version": the rows that are no operations of their own, but properties and values
 * of some that are older.
 */

/** Hides a property before the version that added it: responses omit it, and it is ignored in bodies. */
function propertyBefore(
  version: string,
  name: string,
  places: Readonly<Partial<Record<OperationId, BodyPath>>>,
): ReturnType<typeof propertiesOfAnswers> {
  return {
    ...propertiesOfAnswers({ versions: `<${version}`, places, drops: [name] }),
    request: (raw) => (isRecord(raw.body) ? { ...raw, body: without(raw.body, name) } : raw),
  }
}

const without = (record: JsonRecord, name: string): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))

const IMPRESSION_DATA = 'impressionData'

export const FLAGS_BEFORE_IMPRESSIONS = propertyBefore('4.7.0', IMPRESSION_DATA, {
  getFeature: '',
  createFeature: '',
  updateFeature: '',
  patchFeature: '',
  cloneFeature: '',
  getClientFeature: '',
  getFormerFlag: '',
  createFormerFlag: '',
  updateFormerFlag: '',
  toggleFormerFlag: '',
  toggleFormerFlagOn: '',
  toggleFormerFlagOff: '',
  markFormerFlagStale: '',
  unmarkFormerFlagStale: '',
  getFeatures: 'features/*',
  searchFeatures: 'features/*',
  getFormerFlags: 'features/*',
  getLegacyClientFeatures: 'features/*',
  getArchivedFeatures: 'features/*',
  getArchivedFeaturesByProjectId: 'features/*',
  getDeprecatedProjectOverview: 'features/*',
})

/** The same for what SDKs poll, which comes as bytes. Its ETag stays: the bytes under it are the same in one version. */
export const POLLS_BEFORE_IMPRESSIONS: Adaptation = {
  ...propertiesOfAnswers({
    versions: '<4.7.0',
    places: { getAllClientFeatures: 'features/*', getClientFeaturesFormerly: 'features/*' },
    drops: [IMPRESSION_DATA],
  }),
  answer: (reply) => {
    if (!reply.entity) return reply
    const { etag, bytes } = reply.entity
    const body: unknown = JSON.parse(bytes.toString('utf8'))
    const changed = changeAt(body, 'features/*', (flag) => without(flag, IMPRESSION_DATA))
    return { ...reply, entity: { etag, bytes: Buffer.from(JSON.stringify(changed)) } }
  },
}

const GROUPS = { getGroups: 'groups/*', getGroup: '', createGroup: '', updateGroup: '' }
export const GROUPS_BEFORE_SSO_SYNC = propertyBefore('4.18.0', 'mappingsSSO', GROUPS)
export const GROUPS_BEFORE_ROOT_ROLES = propertyBefore('5.1.0', 'rootRole', GROUPS)

/** Refuses a body that says what a version did not know yet. */
function bodyBefore(version: string, operations: readonly OperationId[], schema: z.ZodType): Adaptation {
  return {
    versions: `<${version}`,
    operations,
    request: (raw) => {
      parseBody(schema, raw.body)
      return raw
    },
  }
}

const ROLE_WRITES: readonly OperationId[] = ['createRole', 'updateRole', 'validateRole']

export const ROLES_BEFORE_ROOT_ROLES = bodyBefore(
  '5.4.0',
  ROLE_WRITES,
  z.looseObject({ type: z.literal('custom').optional() }),
)

export const ACCESS_BEFORE_SEVERAL_ROLES = bodyBefore(
  '5.6.0',
  ['addAccessToProject', 'setRolesForUser', 'setRolesForGroup'],
  z.looseObject({ roles: z.array(z.unknown()).max(1) }),
)

/** Versions at which permissions came that custom roles can hold, with those that are not there before. */
const PERMISSION_VERSIONS = [...new Set(PERMISSIONS.map(({ since }) => since))]
  .filter((since) => lt('4.6.0', since))
  .sort(compare)

export const PERMISSIONS_BEFORE: readonly Adaptation[] = PERMISSION_VERSIONS.map((version) => ({
  versions: `<${version}`,
  operations: ['getPermissions', ...ROLE_WRITES],
  keepsShape: true,
  request: (raw) => {
    const sent: unknown[] =
      isRecord(raw.body) && Array.isArray(raw.body['permissions']) ? raw.body['permissions'] : []
    const later = sent.findIndex((item) => sinceOf(item) === version)
    if (later < 0) return raw
    const { name, id } = sent[later] as { name?: string; id?: number }
    throw badData(
      `Invalid permissions supplied. The following permissions don't exist: ${name ?? `permission with ID: ${id}`}.`,
      `/body/permissions/${later}`,
    )
  },
  answer: (reply, { operationId }) => {
    if (operationId !== 'getPermissions') return reply
    const isThere = (item: unknown) => sinceOf(item) !== version
    const lists = changeAt(reply.body, 'permissions', (one) => filterLists(one, ['root', 'project'], isThere))
    const body = changeAt(lists, 'permissions/environments/*', (one) =>
      filterLists(one, ['permissions'], isThere),
    )
    return { ...reply, body }
  },
}))

/** Filters the lists of a record. Other values stay unchanged. */
const filterLists = (
  record: JsonRecord,
  names: readonly string[],
  stays: (item: unknown) => boolean,
): JsonRecord =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      names.includes(name) && Array.isArray(value) ? value.filter(stays) : value,
    ]),
  )

/** The version that brought a permission, said by its name or, without one, its number. */
function sinceOf(item: unknown): string | undefined {
  if (!isRecord(item)) return undefined
  const { name, id } = item
  const permission = typeof name === 'string' ? name : typeof id === 'number' ? permissionOfId(id) : undefined
  return permission !== undefined && isPermission(permission) ? definitionOf(permission).since : undefined
}
