import { STRATEGIES, type LiveFlag } from './healthy-shop.ts'

/**
 * Requests to the shop. `{kind:name}` stands for an id: `{strategy:FLAG/0}`, `{segment:NAME}`, `{role:NAME}`, `{group:NAME}`,
 * `{user:NAME}`.
 */
export type Asked = readonly [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown]

/** A mistake, the names of the expectations and policies that stop it, these and no others, and its harmless neighbour. */
export type Mistake = readonly [title: string, mistake: Asked, stoppedBy: readonly string[], harmless: Asked]

export const SHOP = '/api/admin/projects/shop'
export const flagAt = (flag: string, rest = '') => `${SHOP}/features/${flag}${rest}`
export const production = (flag: string, rest = '') => flagAt(flag, `/environments/production${rest}`)
export const turn = (flag: string, to: 'on' | 'off', environment = 'production'): Asked => [
  'POST',
  flagAt(flag, `/environments/${environment}/${to}`),
]

interface Edited {
  parameters?: object
  constraints?: object[]
  [field: string]: unknown
}

/** Replaces a strategy of a flag in production by one that differs in some fields. */
export function edit(flag: LiveFlag, { parameters, ...set }: Edited, place = 0): Asked {
  const strategies: readonly (Edited & { segments?: string[] })[] = STRATEGIES[flag]
  const now = strategies[place] ?? {}
  const segments = (now.segments ?? []).map((name) => `{segment:${name}}`)
  const body = { ...now, segments, ...set, parameters: { ...now.parameters, ...parameters } }
  return ['PUT', production(flag, `/strategies/{strategy:${flag}/${place}}`), body]
}
export const add = (flag: string, strategy: object): Asked => [
  'POST',
  production(flag, '/strategies'),
  strategy,
]
export const drop = (flag: LiveFlag, place = 0): Asked => [
  'DELETE',
  production(flag, `/strategies/{strategy:${flag}/${place}}`),
]
export const on = (contextName: string, operator: string, rest: object) => [
  { contextName, operator, ...rest },
]
export const segment = (name: string, constraints: object[]): Asked => [
  'PUT',
  `/api/admin/segments/{segment:${name}}`,
  { name, constraints },
]
export const depend = (child: string, body: object): Asked => ['POST', flagAt(child, '/dependencies'), body]
export const undepend = (child: string): Asked => ['DELETE', flagAt(child, '/dependencies')]
export const create = (more: object): Asked => [
  'POST',
  `${SHOP}/features`,
  { name: 'shop.new', description: 'Is new', type: 'release', ...more },
]
export const describe = (flag: string, body: object): Asked => [
  'PUT',
  flagAt(flag),
  { description: 'A part', type: 'release', ...body },
]
export const variantsOf = (blue: number, more: object = {}) => [
  { name: 'blue', weight: blue, weightType: 'fix', stickiness: 'userId', ...more },
  { name: 'green', weight: 1000 - blue, weightType: 'variable', stickiness: 'userId' },
]
