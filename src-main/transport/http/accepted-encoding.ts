import { AVAILABLE, type Encoding } from '../../kernel/compressor.ts'

/** Longer headers are nobody's. */
const MAX_CHARACTERS = 500

/**
 * Chooses the encoding of an answer by Accept-Encoding (RFC 9110, 12.5.3): the one with the highest weight, of equal ones the
 * one that compresses best. undefined: plain.
 */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined || header.length > MAX_CHARACTERS) return undefined
  const weights = new Map(header.split(',').map(toWeight))
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = [...AVAILABLE].sort((a, b) => weightOf(b) - weightOf(a))
  if (best === undefined || weightOf(best) <= 0) return undefined
  return (weights.get('identity') ?? 0) > weightOf(best) ? undefined : best
}

function toWeight(item: string): [name: string, weight: number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  const said = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = said === undefined ? 1 : Number(said.slice('q='.length))
  return [name === 'x-gzip' ? 'gzip' : name, weight >= 0 && weight <= 1 ? weight : 0]
}
