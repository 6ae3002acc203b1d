import type { z } from 'zod'

import type { CreatedPersonalToken, CreatePersonalToken } from '#shared/access/schemas/personal-token.ts'
import { AppError, badData } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { hashOf, PERSONAL_TOKEN_PREFIX, type PersonalTokenDirectory } from './personal-token-directory.ts'
import { toPersonalToken } from './personal-token.ts'
import { insertPersonalToken, readPersonalTokensOf } from './personal-tokens.store.ts'

/** Token of one user (docs/contract/access.md#personal-tokens). */
const MAX_TOKENS = 10
const SECRET_BYTES = 28

type Created = z.output<typeof CreatedPersonalToken>

/**
 * Makes a token of a user or a service account, known to the directory as soon as it is on the disk. The secret is in
 * the answer and nowhere else. The event is the caller's to record: whose token it is decides its kind.
 */
export async function issuePersonalToken(
  context: MutationContext,
  directory: PersonalTokenDirectory,
  { userId, description, expiresAt }: CreatePersonalToken & { userId: number },
): Promise<Created> {
  const { everything, ids, now } = context
  if (description === '') throw badData('PAT description cannot be empty.', '/body/description')
  if (expiresAt <= now.toISOString()) throw badData('The expiry date should be in future.', '/body/expiresAt')
  const others = await readPersonalTokensOf(everything, userId)
  if (others.some((other) => other.description === description))
    throw new AppError('NameExistsError', 'PAT description already exists.')
  if (others.length >= MAX_TOKENS)
    throw new AppError('OperationDeniedError', `Too many PATs (${MAX_TOKENS}) already exist for this user.`)
  const secret = PERSONAL_TOKEN_PREFIX + ids.hex(SECRET_BYTES)
  const token = await insertPersonalToken(everything, {
    secretHash: hashOf(secret),
    description,
    userId,
    expiresAt,
    createdAt: now.toISOString(),
  })
  context.onCommit(() => directory.put(token))
  return { ...toPersonalToken(token), secret }
}
