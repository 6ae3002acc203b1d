import type { DiagnosisFinding } from '../schemas/diagnosis.ts'

/** SDKs whose errors are known. */
export type SdkId = 'node' | 'javascript' | 'java' | 'python' | 'go' | 'dotnet' | 'ruby' | 'php'

/** A port of the instance. */
export interface KnownPort {
  port: number
  /** Contract version that it answers as. */
  contract: string
}

/** The instance that answers, as its URLs are judged by. */
export interface Instance {
  /** URL of the instance, with its base path and without a trailing slash. */
  url: string
  /** Path before all others; empty: none. */
  basePath: string
  contract: string
  ports: readonly KnownPort[]
}

/** Placeholder URL for advice when no instance is known. */
export const PLACEHOLDER_URL = 'http://localhost:4242'

/** Terms that the words of a rule may use. */
export interface InstanceFacts {
  /** URL of the instance, without a trailing slash. */
  url: string
  contract: string
}

type Words = string | ((terms: InstanceFacts) => string)

/** Finding as data: its words may name the instance. */
export interface FindingRule {
  id: string
  severity: DiagnosisFinding['severity']
  message: Words
  advice?: Words
}

const inWords = (words: Words, terms: InstanceFacts): string =>
  typeof words === 'string' ? words : words(terms)

/** Turns a rule into a finding. */
export function toFinding(
  { id, severity, message, advice }: FindingRule,
  terms: InstanceFacts,
): DiagnosisFinding {
  return {
    id,
    severity,
    message: inWords(message, terms),
    ...(advice === undefined ? {} : { advice: inWords(advice, terms) }),
  }
}
