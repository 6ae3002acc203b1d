import { notFound } from '#kernel/app-error.ts'

/** Kinds of SCIM resources. Their ids name the kind: the id of a group is never taken for a user's. */
type Kind = 'user' | 'group'

const MAX_DIGITS = 15

/** Builds the id that SCIM has for a user or a group. Numbers of both are never used again. */
export const toScimId = (kind: Kind, id: number): string => `${kind}-${id}`

/** Reads the number from the id of a resource; undefined: it is none. */
export function fromScimId(kind: Kind, text: string): number | undefined {
  const digits = text.startsWith(`${kind}-`) ? text.slice(kind.length + 1) : ''
  return /^[1-9]\d*$/.test(digits) && digits.length <= MAX_DIGITS ? Number(digits) : undefined
}

/** Reads the number from the id in a path. Throws 404. */
export function requireScimId(kind: Kind, text: string): number {
  const id = fromScimId(kind, text)
  if (id === undefined) throw noResource(text)
  return id
}

export const noResource = (id: string) => notFound(`Resource ${id.slice(0, 100)} not found`)
