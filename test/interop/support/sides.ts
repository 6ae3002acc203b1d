import { Outbound } from '#kernel/outbound.ts'
import { connectLocally } from '#main/profiles/local-connection.ts'
import { connectToOriginal } from '#main/profiles/original/original-connection.ts'
import type { PromotionInstance } from '#main/profiles/promotion/side.ts'
import type { TestBackend } from '#support/service/start-backend.ts'
import type { Instance } from './instance.ts'
import { ADMIN_TOKEN } from './original-process.ts'

/** Original service as a side, with a token of its admin. */
export function originalSide({ url }: Pick<Instance, 'url'>, token = ADMIN_TOKEN): PromotionInstance {
  const connection = connectToOriginal({
    url,
    token: () => token,
    outbound: new Outbound({ allowPrivate: true, allowList: [] }),
  })
  return { name: 'Original', connection, original: true }
}

/** Halyard of a test as a local profile. */
export const halyardSide = ({ backend }: TestBackend): PromotionInstance => ({
  name: 'Halyard',
  connection: connectLocally(backend, ''),
})
