import { z } from 'zod'

import {
  SCIM_LIMITS,
  ScimDocument,
  ScimDocuments,
  ScimGroup,
  ScimGroupInput,
  ScimGroups,
  ScimPatch,
  ScimQuery,
  ScimUser,
  ScimUserInput,
  ScimUsers,
  ScimView,
} from '../schemas/scim.ts'
import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { PathPart } from '../../schemas/bounded.ts'

const SCIM = '/scim/v2'
const USERS = `${SCIM}/Users`
const GROUPS = `${SCIM}/Groups`
const ResourceParams = z.object({ id: PathPart })

const shared = {
  tag: 'SCIM',
  audience: 'scim',
  access: needs('ADMIN'),
  plan: 'enterprise',
  lifecycle: { since: '6.0.0' },
} as const
const written = { bodyLimit: SCIM_LIMITS.body, errors: [404, 409] } as const

export const getScimServiceProviderConfig = operation({
  ...shared,
  operationId: 'getScimServiceProviderConfig',
  method: 'GET',
  path: `${SCIM}/ServiceProviderConfig`,
  summary: 'Returns what this SCIM service supports',
  responses: { 200: ScimDocument },
})

export const getScimResourceTypes = operation({
  ...shared,
  operationId: 'getScimResourceTypes',
  method: 'GET',
  path: `${SCIM}/ResourceTypes`,
  summary: 'Lists the kinds of SCIM resources: users and groups',
  responses: { 200: ScimDocuments },
})

export const getScimResourceType = operation({
  ...shared,
  operationId: 'getScimResourceType',
  method: 'GET',
  path: `${SCIM}/ResourceTypes/:id`,
  summary: 'Returns a kind of SCIM resources',
  params: ResourceParams,
  responses: { 200: ScimDocument },
  errors: [404],
})

export const getScimSchemas = operation({
  ...shared,
  operationId: 'getScimSchemas',
  method: 'GET',
  path: `${SCIM}/Schemas`,
  summary: 'Lists the SCIM schemas, with the attributes that are kept',
  responses: { 200: ScimDocuments },
})

export const getScimSchema = operation({
  ...shared,
  operationId: 'getScimSchema',
  method: 'GET',
  path: `${SCIM}/Schemas/:id`,
  summary: 'Returns a SCIM schema by its URN',
  params: ResourceParams,
  responses: { 200: ScimDocument },
  errors: [404],
})

export const listScimUsers = operation({
  ...shared,
  operationId: 'listScimUsers',
  method: 'GET',
  path: USERS,
  summary: 'Lists users in pages, by a filter',
  query: ScimQuery,
  responses: { 200: ScimUsers },
})

export const createScimUser = operation({
  ...shared,
  ...written,
  operationId: 'createScimUser',
  method: 'POST',
  path: USERS,
  summary: 'Creates a user with the root role Viewer',
  body: ScimUserInput,
  responses: { 201: ScimUser },
  errors: [409],
})

export const getScimUser = operation({
  ...shared,
  operationId: 'getScimUser',
  method: 'GET',
  path: `${USERS}/:id`,
  summary: 'Returns a user',
  params: ResourceParams,
  query: ScimView,
  responses: { 200: ScimUser },
  errors: [404],
})

export const replaceScimUser = operation({
  ...shared,
  ...written,
  operationId: 'replaceScimUser',
  method: 'PUT',
  path: `${USERS}/:id`,
  summary: 'Replaces the attributes of a user; SCIM manages the user from then on',
  params: ResourceParams,
  body: ScimUserInput,
  responses: { 200: ScimUser },
})

export const patchScimUser = operation({
  ...shared,
  ...written,
  operationId: 'patchScimUser',
  method: 'PATCH',
  path: `${USERS}/:id`,
  summary: 'Changes attributes of a user; SCIM manages the user from then on',
  params: ResourceParams,
  body: ScimPatch,
  responses: { 200: ScimUser },
})

export const deleteScimUser = operation({
  ...shared,
  operationId: 'deleteScimUser',
  method: 'DELETE',
  path: `${USERS}/:id`,
  summary: 'Deletes a user; the last Admin stays',
  params: ResourceParams,
  anyContentType: true,
  responses: { 204: null },
  errors: [404],
})

export const listScimGroups = operation({
  ...shared,
  operationId: 'listScimGroups',
  method: 'GET',
  path: GROUPS,
  summary: 'Lists groups in pages, by a filter',
  query: ScimQuery,
  responses: { 200: ScimGroups },
})

export const createScimGroup = operation({
  ...shared,
  ...written,
  operationId: 'createScimGroup',
  method: 'POST',
  path: GROUPS,
  summary: 'Creates a group with its members',
  body: ScimGroupInput,
  responses: { 201: ScimGroup },
  errors: [409],
})

export const getScimGroup = operation({
  ...shared,
  operationId: 'getScimGroup',
  method: 'GET',
  path: `${GROUPS}/:id`,
  summary: 'Returns a group',
  params: ResourceParams,
  query: ScimView,
  responses: { 200: ScimGroup },
  errors: [404],
})

export const replaceScimGroup = operation({
  ...shared,
  ...written,
  operationId: 'replaceScimGroup',
  method: 'PUT',
  path: `${GROUPS}/:id`,
  summary: 'Replaces the name and the members of a group; SCIM manages the group from then on',
  params: ResourceParams,
  body: ScimGroupInput,
  responses: { 200: ScimGroup },
})

export const patchScimGroup = operation({
  ...shared,
  ...written,
  operationId: 'patchScimGroup',
  method: 'PATCH',
  path: `${GROUPS}/:id`,
  summary: 'Changes the name or the members of a group; SCIM manages the group from then on',
  params: ResourceParams,
  body: ScimPatch,
  responses: { 200: ScimGroup },
})

export const deleteScimGroup = operation({
  ...shared,
  operationId: 'deleteScimGroup',
  method: 'DELETE',
  path: `${GROUPS}/:id`,
  summary: 'Deletes a group; its members stay',
  params: ResourceParams,
  anyContentType: true,
  responses: { 204: null },
  errors: [404],
})
