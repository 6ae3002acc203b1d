import { fitsNaming } from '#shared/expressions/compile-expression.ts'
import { TagInput } from '#shared/flags/schemas/tag.ts'
import { checkForm } from '#lib/check-form.ts'

interface Naming {
  pattern: string | null
  example: string | null
  description: string | null
}

const CHARACTERS = "Letters, digits and . _ ~ - It can't be changed later."

/** The rule for the names of a project's flags, as a hint. */
export function namingHint(naming: Naming | undefined): string {
  if (!naming?.pattern) return CHARACTERS
  const rule = naming.description || `Names in this project match ${naming.pattern}`
  const example = naming.example ? ` Example: ${naming.example}` : ''
  return `${rule.replace(/\.?$/, '.')}${example} It can't be changed later.`
}

/** The reason why a name does not fit the rule of its project; undefined: it fits. */
export function namingProblem(naming: Naming | undefined, name: string): string | undefined {
  if (!naming?.pattern || fitsNaming(naming.pattern, name) !== 'differs') return undefined
  return `Names in this project match ${naming.pattern}${naming.example ? `, such as ${naming.example}` : ''}.`
}

/** A tag as it is typed: `type:value`; without a type it is a simple one. */
export function toTag(text: string): { type: string; value: string } {
  const colon = text.indexOf(':')
  return colon === -1
    ? { type: 'simple', value: text.trim() }
    : { type: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() }
}

/** The reason why a tag cannot be put on a flag; undefined: it can. */
export function tagProblem(text: string, types: readonly { name: string }[] | undefined): string | undefined {
  const tag = toTag(text)
  if (types && !types.some(({ name }) => name === tag.type))
    return `There is no tag type ${tag.type}. Types: ${types.map(({ name }) => name).join(', ')}.`
  return checkForm(TagInput, tag)['value']
}
