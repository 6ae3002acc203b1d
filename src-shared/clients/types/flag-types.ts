import type { ClientFeature } from '../schemas/client.ts'
import { payloadType, propertyName, quoted, unionOf } from './payload-type.ts'

type Variant = ClientFeature['variants'][number] | ClientFeature['strategies'][number]['variants'][number]

/**
 * Writes the flags of an environment as types of TypeScript: their names, their variants, and the payloads as they are
 * once their text is read. `source`: a line about where they come from.
 */
export function flagTypes(features: readonly ClientFeature[], source: string): string {
  const sorted = [...features].sort((a, b) => (a.name < b.name ? -1 : 1))
  const flags = sorted.map((flag) => ({ flag, variants: variantsOf(flag) }))
  const withVariants = flags.filter(({ variants }) => variants.length > 0)
  return `// ${inComment(source)}
// Written by halyard types: do not change it by hand.

/** Names of the flags. */
export type FlagName =${flags.map(({ flag }) => `\n  | ${quoted(flag.name)}`).join('') || ' never'}

/** Names of the variants of a flag, as \`getVariant(name).name\` is; \`disabled\`: the flag is off. */
export interface FlagVariants {
${withVariants.map((one) => `${docOf(one.flag)}  ${propertyName(one.flag.name)}: ${unionOf([...one.variants.map(({ name }) => quoted(name)), "'disabled'"])}\n`).join('')}}

/** Payloads of a flag's variants, once their text is read; undefined: the variant has none. */
export interface FlagPayloads {
${withVariants.map((one) => `  ${propertyName(one.flag.name)}: ${payloadsOf(one.variants)}\n`).join('')}}

/** Evaluates by the names that exist: the SDKs' clients are assignable to it. */
export interface KnownFlags {
  isEnabled(name: FlagName, ...context: never[]): boolean
}
`
}

/** Variants of a flag: those of its strategies, and its own. */
export function variantsOf({ strategies, variants }: ClientFeature): Variant[] {
  return [...strategies.flatMap((strategy) => strategy.variants), ...variants]
}

function payloadsOf(variants: readonly Variant[]): string {
  return unionOf([
    ...variants.map(({ payload }) => (payload ? payloadType(payload) : 'undefined')),
    // a flag that is off has no payload
    'undefined',
  ])
}

const inComment = (text: string) => text.replaceAll(/[\r\n]+/g, ' ').replaceAll('*/', '*\\/')

const docOf = ({ description }: ClientFeature) => (description ? `  /** ${inComment(description)} */\n` : '')
