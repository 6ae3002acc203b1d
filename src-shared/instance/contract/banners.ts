import { z } from 'zod'

import { integerParam } from '../../schemas/scalars.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { Banner, CreateBanner } from '../schemas/banner.ts'

const tag = 'Banners'
const BANNERS = '/api/admin/banners'
const BannerParams = z.object({ id: integerParam('id') })
const write = {
  tag,
  access: needs(['ADMIN', 'UPDATE_INSTANCE_BANNERS']),
  plan: 'enterprise',
  lifecycle: { since: '5.7.0' },
} as const

export const getBanners = operation({
  ...write,
  operationId: 'getBanners',
  method: 'GET',
  path: BANNERS,
  summary: 'Lists all banners, oldest first',
  access: audienceOnly,
  responses: { 200: z.object({ banners: z.array(Banner) }).meta({ id: 'bannersSchema' }) },
})

export const createBanner = operation({
  ...write,
  operationId: 'createBanner',
  method: 'POST',
  path: BANNERS,
  summary: 'Creates a banner; all users see it at once',
  body: CreateBanner,
  responses: { 201: Banner },
  location: ({ id }) => `banners/${id}`,
})

export const updateBanner = operation({
  ...write,
  operationId: 'updateBanner',
  method: 'PUT',
  path: `${BANNERS}/:id`,
  summary: 'Replaces a banner; without `enabled` it stays on or off',
  params: BannerParams,
  body: CreateBanner,
  responses: { 200: Banner },
  errors: [404],
})

export const deleteBanner = operation({
  ...write,
  operationId: 'deleteBanner',
  method: 'DELETE',
  path: `${BANNERS}/:id`,
  summary: 'Deletes a banner',
  params: BannerParams,
  anyContentType: true,
  responses: { 200: null },
  errors: [400, 404],
})

export const enableBanner = operation({
  ...write,
  operationId: 'enableBanner',
  method: 'POST',
  path: `${BANNERS}/:id/on`,
  summary: 'Shows a banner to all users',
  params: BannerParams,
  anyContentType: true,
  responses: { 200: Banner },
  errors: [400, 404],
})

export const disableBanner = operation({
  ...write,
  operationId: 'disableBanner',
  method: 'POST',
  path: `${BANNERS}/:id/off`,
  summary: 'Hides a banner from all users',
  params: BannerParams,
  anyContentType: true,
  responses: { 200: Banner },
  errors: [400, 404],
})
