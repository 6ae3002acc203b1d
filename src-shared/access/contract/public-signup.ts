import { z } from 'zod'

import {
  CreateInvitedUser,
  CreatePublicSignupToken,
  InvitedUser,
  PublicSignupToken,
  PublicSignupTokens,
  UpdatePublicSignupToken,
} from '../schemas/public-signup.ts'
import { audienceOnly, needs } from '../../contract-engine/access.ts'
import { operation } from '../../contract-engine/operation.ts'
import { secretParam } from '../../contract-engine/secret-params.ts'

const tag = 'Public signup tokens'
const TOKENS = '/api/admin/invite-link/tokens'
const admin = needs('ADMIN')
const params = z.object({ token: secretParam() })
const since = '4.13.0'

export const getAllPublicSignupTokens = operation({
  operationId: 'getAllPublicSignupTokens',
  method: 'GET',
  path: TOKENS,
  tag,
  summary: 'Lists the invite links and the users who joined through them',
  access: admin,
  responses: { 200: PublicSignupTokens },
  lifecycle: { since },
})

export const createPublicSignupToken = operation({
  operationId: 'createPublicSignupToken',
  method: 'POST',
  path: TOKENS,
  tag,
  summary: 'Creates an invite link for new Viewers, valid for at most a month',
  access: admin,
  body: CreatePublicSignupToken,
  responses: { 201: PublicSignupToken },
  location: ({ secret }) => `tokens/${secret}`,
  errors: [400],
  lifecycle: { since },
})

export const getPublicSignupToken = operation({
  operationId: 'getPublicSignupToken',
  method: 'GET',
  path: `${TOKENS}/:token`,
  tag,
  summary: 'Returns an invite link',
  access: admin,
  params,
  responses: { 200: PublicSignupToken },
  errors: [404],
  lifecycle: { since },
})

export const updatePublicSignupToken = operation({
  operationId: 'updatePublicSignupToken',
  method: 'PUT',
  path: `${TOKENS}/:token`,
  tag,
  summary: 'Changes the state or expiry of an invite link',
  access: admin,
  params,
  body: UpdatePublicSignupToken,
  responses: { 200: PublicSignupToken },
  errors: [404],
  lifecycle: { since },
})

export const validatePublicSignupToken = operation({
  operationId: 'validatePublicSignupToken',
  method: 'GET',
  path: '/invite/:token/validate',
  tag,
  summary: 'Checks whether an invite link is enabled and not expired',
  audience: 'open',
  access: audienceOnly,
  params,
  responses: { 200: null },
  errors: [400],
  lifecycle: { since },
})

export const addPublicSignupTokenUser = operation({
  operationId: 'addPublicSignupTokenUser',
  method: 'POST',
  path: '/invite/:token/signup',
  tag,
  summary: 'Creates a user through an invite link',
  description: 'At most 20 calls a minute.',
  audience: 'open',
  access: audienceOnly,
  params,
  body: CreateInvitedUser,
  // as recorded (recorded exchange passwords-and-tokens/signup-sign-up); the original's own document says 200
  responses: { 201: InvitedUser },
  errors: [400, 429],
  lifecycle: { since },
})
