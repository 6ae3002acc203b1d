import { AVAILABLE, type Encoding } from '#runtime/compressor.ts'

/** Longer headers are nobody's. */
const MAX_CHARACTERS = 500

/**
 * Chooses the encoding of an answer by Accept-Encoding (RFC 9110, 12.5.3): the one with the highest weight, of equal ones the
 * one that compresses best. undefined: plain.
 */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  const weightOf = weightsOf(header)
  const [best] = [...AVAILABLE].sort((a, b) => weightOf(b) - weightOf(a))
  if (best === undefined || weightOf(best) <= 0) return undefined
  return weightOf('identity', 0) > weightOf(best) ? undefined : best
}

/** Checks whether a client takes gzip, for files that are kept in this form. */
export const acceptsGzip = (header: string | undefined): boolean => weightsOf(header)('gzip') > 0

function weightsOf(header: string | undefined): (name: string, otherwise?: number) => number {
  if (header === undefined || header.length > MAX_CHARACTERS) return () => 0
  const weights = new Map(header.split(',').map(toWeight))
  return (name, otherwise = weights.get('*') ?? 0) => weights.get(name) ?? otherwise
}

function toWeight(item: string): [name: string, weight: number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  const said = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = said === undefined ? 1 : Number(said.slice('q='.length))
  return [name === 'x-gzip' ? 'gzip' : name, weight >= 0 && weight <= 1 ? weight : 0]
}
