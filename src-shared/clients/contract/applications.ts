import { z } from 'zod'

import {
  ApplicationDetails,
  ApplicationOverview,
  Applications,
  CreateApplication,
  EnvironmentInstances,
  NotKept,
  OutdatedSdks,
  ProjectApplications,
  UnknownFlag,
} from '../schemas/application.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inProject } from '../../contract-engine/place.ts'
import { ProjectParams } from '../../contract-engine/params.ts'
import { Line, PathPart } from '../../schemas/bounded.ts'

const tag = 'Metrics'
const APPLICATIONS = '/api/admin/metrics/applications'
const params = z.object({ appName: PathPart })

/** Paging parameters. Values that are not numbers are ignored (as in the search of flags). */
const Paging = z.object({
  query: Line.optional(),
  offset: Line.optional(),
  limit: Line.optional(),
  sortBy: Line.optional(),
  sortOrder: Line.optional(),
})

export const getApplications = operation({
  operationId: 'getApplications',
  method: 'GET',
  path: APPLICATIONS,
  tag,
  summary: 'Lists the applications that use flags',
  access: audienceOnly,
  query: Paging,
  responses: { 200: Applications },
  lifecycle: { since: '3.0.0' },
})

export const getApplication = operation({
  operationId: 'getApplication',
  method: 'GET',
  path: `${APPLICATIONS}/:appName`,
  tag,
  summary: 'Returns an application with its instances and flags',
  access: audienceOnly,
  params,
  responses: { 200: ApplicationDetails },
  errors: [404],
  lifecycle: { since: '3.0.0' },
})

export const createApplication = operation({
  operationId: 'createApplication',
  method: 'POST',
  path: `${APPLICATIONS}/:appName`,
  tag,
  summary: 'Changes the description of an application, or creates it',
  access: needs('UPDATE_APPLICATION'),
  params,
  body: CreateApplication,
  responses: { 202: null },
  lifecycle: { since: '3.0.0' },
})

export const deleteApplication = operation({
  operationId: 'deleteApplication',
  method: 'DELETE',
  path: `${APPLICATIONS}/:appName`,
  tag,
  summary: 'Deletes an application; it returns when it reports again',
  access: needs('UPDATE_APPLICATION'),
  params,
  anyContentType: true,
  responses: { 200: null },
  lifecycle: { since: '3.0.0' },
})

export const getApplicationOverview = operation({
  operationId: 'getApplicationOverview',
  method: 'GET',
  path: `${APPLICATIONS}/:appName/overview`,
  tag,
  summary: 'Returns an application per environment, with its issues',
  access: audienceOnly,
  params,
  responses: { 200: ApplicationOverview },
})

export const getApplicationEnvironmentInstances = operation({
  operationId: 'getApplicationEnvironmentInstances',
  method: 'GET',
  path: '/api/admin/metrics/instances/:appName/environment/:environment',
  tag,
  summary: "Lists an application's instances of the last 24 hours",
  access: audienceOnly,
  place: 'instance',
  params: params.extend({ environment: PathPart }),
  responses: { 200: EnvironmentInstances },
})

/** Halyard's own: the service it is compatible with keeps whatever is reported. */
export const getNotKept = operation({
  operationId: 'getNotKept',
  method: 'GET',
  path: '/api/admin/metrics/not-kept',
  tag,
  summary: 'Counts what programs reported in the last 24 hours beyond what a token may add',
  access: audienceOnly,
  everywhere: true,
  responses: { 200: NotKept },
})

export const getOutdatedSdks = operation({
  operationId: 'getOutdatedSdks',
  method: 'GET',
  path: '/api/admin/metrics/sdks/outdated',
  tag,
  summary: 'Lists the outdated SDKs in use',
  access: audienceOnly,
  responses: { 200: OutdatedSdks },
})

export const getUnknownFlags = operation({
  operationId: 'getUnknownFlags',
  method: 'GET',
  path: '/api/admin/metrics/unknown-flags',
  tag: 'Unknown Flags',
  summary: 'Lists the unknown flag names that SDKs reported, 1,000 unless paged',
  access: audienceOnly,
  query: z.object({ offset: Line.optional(), limit: Line.optional() }),
  responses: { 200: z.object({ unknownFlags: z.array(UnknownFlag) }) },
  lifecycle: { since: '7.0.0' },
})

export const clearUnknownFlags = operation({
  operationId: 'clearUnknownFlags',
  everywhere: true,
  method: 'DELETE',
  path: '/api/admin/metrics/unknown-flags',
  tag: 'Unknown Flags',
  summary: 'Clears the reported unknown flags',
  access: needs('UPDATE_APPLICATION'),
  anyContentType: true,
  responses: { 200: null },
})

export const getProjectApplications = operation({
  operationId: 'getProjectApplications',
  method: 'GET',
  path: '/api/admin/projects/:projectId/applications',
  tag: 'Projects',
  summary: 'Lists the applications that use flags of a project',
  access: audienceOnly,
  place: inProject,
  params: ProjectParams,
  query: Paging,
  responses: { 200: ProjectApplications },
})

export const getOutdatedProjectSdks = operation({
  operationId: 'getOutdatedProjectSdks',
  method: 'GET',
  path: '/api/admin/projects/:projectId/sdks/outdated',
  tag: 'Projects',
  summary: 'Lists the outdated SDKs in use in a project',
  access: audienceOnly,
  place: inProject,
  params: ProjectParams,
  responses: { 200: OutdatedSdks },
})
