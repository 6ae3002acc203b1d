import { createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** Signs as a sender of Standard Webhooks does, by node:crypto alone. */

/** Vectors of the libraries of Standard Webhooks: JavaScript `sign function works`, Go `TestAsymmetricWebhookSign`. */
export const VECTOR = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  seed: 'VEVTVFNJR05JTkdLRVlET05PVFVTRVRISVNGT1JBTlk=',
  ed25519: 'v1a,tQ9V2XOqn7jL/DQenEFpqIugdBVtiMmER5mhSkXBNwM0mkATuDe6KYYUuxqtaiHeYGb7KaaBRdM5WqyeFiL8Ag==',
} as const

export interface Delivery {
  id: string
  /** Seconds since 1970. */
  timestamp: number | string
  body: string
}

const contentOf = ({ id, timestamp, body }: Delivery) => `${id}.${timestamp}.${body}`

/** Signs by HMAC, with a secret `whsec_…`. */
export const hmacOf = (secret: string, delivery: Delivery): string => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', key).update(contentOf(delivery)).digest('base64')}`
}

const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

const privateKeyOf = (seed: string) =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_OF_ED25519, Buffer.from(seed, 'base64')]),
    format: 'der',
    type: 'pkcs8',
  })

/** The public key `whpk_…` of a seed. */
export function publicKeyOf(seed: string): string {
  const { x = '' } = createPublicKey(privateKeyOf(seed)).export({ format: 'jwk' })
  return `whpk_${Buffer.from(x, 'base64url').toString('base64')}`
}

/** Signs by Ed25519, with the seed of a private key. */
export const ed25519Of = (seed: string, delivery: Delivery): string =>
  `v1a,${sign(null, Buffer.from(contentOf(delivery)), privateKeyOf(seed)).toString('base64')}`

/** Headers of a delivery with its signatures. */
export const webhookHeaders = (
  { id, timestamp }: Pick<Delivery, 'id' | 'timestamp'>,
  ...signatures: string[]
): Record<string, string> => ({
  'content-type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': `${timestamp}`,
  'webhook-signature': signatures.join(' '),
})
