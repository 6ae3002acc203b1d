import { gte, lt } from 'semver'

import type { Audience } from './operation.ts'

/** Kinds of caller. */
export type CallerKind =
  | 'anonymous'
  | 'user'
  | 'admin-token'
  | 'backend-token'
  | 'frontend-token'
  | 'signal-token'
  | 'scim-token'
  | 'system'

type Admitted = Readonly<Record<Audience, ReadonlySet<CallerKind>>>

/** Caller kinds that each audience admits (docs/contract/clients.md#token-acceptance, in its v7 form). */
const ADMITTED: Admitted = {
  admin: new Set(['user', 'admin-token', 'system']),
  client: new Set(['backend-token', 'admin-token', 'user']),
  frontend: new Set(['frontend-token', 'admin-token']),
  sdk: new Set(['frontend-token', 'backend-token', 'admin-token', 'user']),
  signal: new Set(['signal-token']),
  scim: new Set(['scim-token']),
  open: new Set([
    'anonymous',
    'user',
    'admin-token',
    'system',
    'backend-token',
    'frontend-token',
    'signal-token',
    'scim-token',
  ]),
}

/**
 * Since version 8 SDKs come with a token of their own kind, and nobody else does
 * (docs/contract/clients.md#token-acceptance, docs/contract/versions.md#strict-tokens).
 */
const STRICTLY_ADMITTED: Admitted = {
  ...ADMITTED,
  client: new Set(['backend-token']),
  frontend: new Set(['frontend-token']),
}

/** Tells whether a version of the contract keeps each SDK API to its own kind of token. */
export const isStrictAbout = (contract: string): boolean => gte(contract, '8.0.0')

/**
 * Tells whether a version of the contract serves SDKs that present no token: up to version 3 none had to
 * (document: Authentication 3).
 */
export const isOpenToSdks = (contract: string): boolean => lt(contract, '4.0.0')

/** Returns the rule of a version of the contract: whether a kind of caller may use the operations of an audience. */
export function admissionOf(contract: string): (audience: Audience, kind: CallerKind) => boolean {
  const admitted = isStrictAbout(contract) ? STRICTLY_ADMITTED : ADMITTED
  return (audience, kind) => admitted[audience].has(kind)
}
