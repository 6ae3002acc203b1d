import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Cost of a hash, kept in the hash itself so that it can be raised later. */
const COST = { N: 2 ** 15, r: 8, p: 1 }
const LENGTH = 32
const MAX_MEMORY = 64 * 1024 * 1024

/** Hashes a password with scrypt; about 0.2 s. The text holds the algorithm, its cost and the salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Compares in constant time. No stored hash: takes as long, and is false. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [algorithm, N, r, p, salt, key] = (stored ?? '').split('$')
  if (algorithm !== 'scrypt' || !salt || !key) {
    await derive(password, randomBytes(16), COST)
    return false
  }
  const expected = Buffer.from(key, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, LENGTH, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )
}
