import { z } from 'zod'

import { needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { inFlag } from '../../contract-engine/place.ts'
import { FeatureParams } from '../../contract-engine/params.ts'
import { Line, PathPart } from '../../schemas/bounded.ts'

const tag = 'Features'
const LINK = '/api/admin/projects/:projectId/features/:featureName/link'
const LinkParams = FeatureParams.extend({ linkId: PathPart })

/** Link to more information about the flag. A URL without scheme is https. */
export const LinkInput = z.object({ url: Line, title: Line.nullish() }).meta({ id: 'featureLinkSchema' })

export const createFeatureLink = operation({
  operationId: 'createFeatureLink',
  method: 'POST',
  path: LINK,
  tag,
  summary: 'Adds a link to a flag',
  access: needs('UPDATE_FEATURE'),
  place: inFlag,
  params: FeatureParams,
  body: LinkInput,
  responses: { 204: null },
  errors: [404],
})

export const updateFeatureLink = operation({
  operationId: 'updateFeatureLink',
  method: 'PUT',
  path: `${LINK}/:linkId`,
  tag,
  summary: 'Replaces a link of a flag',
  access: needs('UPDATE_FEATURE'),
  place: inFlag,
  params: LinkParams,
  body: LinkInput,
  responses: { 204: null },
  errors: [404],
})

export const deleteFeatureLink = operation({
  operationId: 'deleteFeatureLink',
  method: 'DELETE',
  path: `${LINK}/:linkId`,
  tag,
  summary: 'Removes a link from a flag',
  access: needs('UPDATE_FEATURE'),
  place: inFlag,
  params: LinkParams,
  anyContentType: true,
  responses: { 204: null },
  errors: [400, 404],
})
