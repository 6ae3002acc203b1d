import { z } from 'zod'

import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { Licence, LicenceCheck, LicensedUsers, UpdateLicence } from '../schemas/licence.ts'

const tag = 'Licence'
const LICENCE = '/api/admin/license'
const INVOICES = '/api/admin/invoices'
const shared = { tag, method: 'GET', access: needs('ADMIN'), plan: 'enterprise' } as const

export const readLicense = operation({
  ...shared,
  operationId: 'readLicense',
  path: LICENCE,
  summary: 'Returns the licence, which is needed only where the settings say so',
  responses: { 200: Licence },
  lifecycle: { since: '6.0.0' },
})

export const updateLicense = operation({
  ...shared,
  operationId: 'updateLicense',
  method: 'POST',
  path: LICENCE,
  summary: 'Keeps a licence key, encrypted, and tells whether it has the form of one',
  body: UpdateLicence,
  responses: { 201: Licence },
  location: () => 'license',
  lifecycle: { since: '6.0.0' },
})

export const checkLicense = operation({
  ...shared,
  operationId: 'checkLicense',
  path: `${LICENCE}/check`,
  summary: 'Checks the form and the expiry of the licence key, if there is one or one is required',
  access: audienceOnly,
  responses: { 200: LicenceCheck },
  lifecycle: { since: '6.0.0' },
})

export const getAllLicensedUsers = operation({
  ...shared,
  operationId: 'getAllLicensedUsers',
  path: '/api/admin/licensed-users',
  summary: 'Returns the number of users, now and the highest of each month',
  responses: { 200: LicensedUsers },
  lifecycle: { since: '6.0.0' },
})

export const getInvoices = operation({
  ...shared,
  operationId: 'getInvoices',
  path: INVOICES,
  summary: 'Lists invoices: there are none',
  responses: { 200: z.array(z.never()).meta({ id: 'invoicesSchema' }) },
})

export const getDetailedInvoices = operation({
  ...shared,
  operationId: 'getDetailedInvoices',
  path: `${INVOICES}/list`,
  summary: 'Lists invoices with their lines: there are none',
  responses: { 200: z.object({ invoices: z.array(z.never()) }).meta({ id: 'detailedInvoicesSchema' }) },
  lifecycle: { since: '7.0.0' },
})
