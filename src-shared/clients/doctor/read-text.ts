import { formatOf, guessedFormatOf, type TokenFormat } from './token-formats.ts'

/** Most tokens, and most URLs, that are examined in one text. */
const MAX_FOUND = 4

/** A secret in the text. It goes to the instance as a question, and never into an answer. */
export interface FoundToken {
  secret: string
  format: TokenFormat
  /** Nothing else was pasted. */
  isAlone: boolean
  /** Only an instance that knows it makes it a token: its form is that of many words. */
  isGuess: boolean
  /** Mistakes of writing that were undone to read it. */
  mistakes: readonly Mistake[]
}
export type Mistake = 'encoded' | 'newline' | 'invisible' | 'scheme'

/** A URL in the text. */
export interface FoundUrl {
  text: string
  isAlone: boolean
}

export interface ReadText {
  tokens: readonly FoundToken[]
  urls: readonly FoundUrl[]
  /** The text itself, for the patterns of errors. */
  text: string
}

const URLS = /https?:\/\/[^\s"'`<>\\(){}|]{1,2000}/gi
/** Addresses of this machine without a scheme, as errors of connections name them. */
const LOCAL =
  /(?<![\w./@:[-])(?:localhost|127\.0\.0\.1|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal):\d{2,5}(?:\/[^\s"'`<>\\(){}|]{0,2000})?/gi
/** Host and path without a scheme, pasted alone. */
const BARE_HOST = /^(?:[\w-]{1,63}\.){1,10}[a-z]{2,24}(?::\d{1,5})?(?:\/\S{0,2000})?$/i
/** Something that was meant as a URL, pasted alone. */
const NEARLY = /^(?:https?|htt?pp?s?|ttps?|wss?|ftp):?[/\\]{1,3}\S{0,2000}$/i

const BETWEEN_WORDS = /[\s"'`,;<>(){}|]+/
const LABEL = /^[\w.-]{1,60}=|^(?:authorization|api-?_?key|api-?_?token|token|client-?_?key|secret)[:=]/i
const INVISIBLE = /[\u00a0\u200b-\u200f\u2018-\u201d\u2060\ufeff]/g
const AUTH_SCHEME = /^(?:"?authorization"?\s{0,5}[:=]\s{0,5})?(bearer|token|apikey|key)\s{1,5}/i

/** Finds the tokens and URLs in a text. Never throws; takes time linear in the text. */
export function readText(pasted: string): ReadText {
  const text = pasted.replaceAll(INVISIBLE, ' ')
  const urls = findUrls(text)
  const withoutUrls = text.replaceAll(URLS, ' ').replaceAll(LOCAL, ' ')
  return { tokens: findTokens(pasted, urls.length > 0 ? withoutUrls : text), urls, text }
}

function findUrls(text: string): FoundUrl[] {
  const trimmed = unquoted(text)
  const found = [...(text.match(URLS) ?? []), ...(text.replaceAll(URLS, ' ').match(LOCAL) ?? [])]
    .map(withoutPunctuation)
    .filter((one) => !holdsToken(one))
  if (found.length === 0 && !/\s/.test(trimmed) && isNearlyUrl(trimmed))
    return [{ text: trimmed, isAlone: true }]
  return [...new Set(found)]
    .slice(0, MAX_FOUND)
    .map((one) => ({ text: one, isAlone: one === withoutPunctuation(trimmed) }))
}

/** Nothing but a token, such as `localhost:4242.abc`, is read twice. */
const holdsToken = (text: string) => !/^https?:/i.test(text) && formatOf(text, false) !== undefined

const isNearlyUrl = (text: string) =>
  NEARLY.test(text) || (BARE_HOST.test(text) && (text.includes('/') || /:\d/.test(text)))

function findTokens(pasted: string, text: string): FoundToken[] {
  const alone = unquoted(text).replace(AUTH_SCHEME, '')
  const aloneFormat = /\s/.test(alone) && !alone.startsWith('<') ? undefined : readWord(alone, true)
  const shared = mistakesIn(pasted)
  if (aloneFormat) return [withMistakes(aloneFormat, shared)]
  const found = new Map<string, FoundToken>()
  for (const word of text.split(BETWEEN_WORDS)) {
    const token = word.length < 8 ? undefined : readWord(word, false)
    if (token && !found.has(token.secret)) found.set(token.secret, withMistakes(token, shared))
  }
  const all = [...found.values()]
  return [...all.filter(({ isGuess }) => !isGuess), ...all.filter(({ isGuess }) => isGuess)].slice(
    0,
    MAX_FOUND,
  )
}

/** Removes line ends that a log has written as `\n`. */
function withoutWrittenLineEnds(text: string): string {
  let end = text.length
  while (end >= 2 && text[end - 2] === '\\' && 'nrt'.includes(text[end - 1] ?? ' ')) end -= 2
  return text.slice(0, end)
}

function readWord(word: string, isAlone: boolean): FoundToken | undefined {
  const plain = word
    .replace(LABEL, '')
    .replace(/\]$/, '')
    .replace(/^\[(?!\])/, '')
  const ended = withoutWrittenLineEnds(plain)
  const decoded = ended.includes('%') ? decodedText(ended) : ended
  const format = formatOf(decoded, isAlone) ?? (isAlone ? undefined : guessedFormatOf(decoded))
  if (!format) return undefined
  const isGuess = isAlone ? format.id === 'former' : !format.isTelling
  const mistakes: Mistake[] = []
  if (decoded !== ended) mistakes.push('encoded')
  if (ended !== plain) mistakes.push('newline')
  return { secret: decoded, format, isAlone, isGuess, mistakes }
}

/** Mistakes that show in the text around a token. */
function mistakesIn(pasted: string): Mistake[] {
  const mistakes: Mistake[] = []
  if (/[\u200b-\u200f\u2018-\u201d\u2060\ufeff]/.test(pasted)) mistakes.push('invisible')
  const scheme = AUTH_SCHEME.exec(pasted.trim())?.[1]
  if (scheme !== undefined && scheme.toLowerCase() !== 'bearer') mistakes.push('scheme')
  return mistakes
}

const withMistakes = (token: FoundToken, further: readonly Mistake[]): FoundToken => ({
  ...token,
  mistakes: [...new Set([...token.mistakes, ...further])],
})

function unquoted(text: string): string {
  const trimmed = text.trim()
  const quote = trimmed[0]
  const isQuoted =
    trimmed.length > 1 && trimmed.at(-1) === quote && (quote === '"' || quote === "'" || quote === '`')
  return isQuoted ? trimmed.slice(1, -1).trim() : trimmed
}

/** Removes what a sentence puts behind a URL. */
function withoutPunctuation(text: string): string {
  let end = text.length
  while (end > 0 && '.,;:!?]'.includes(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}

function decodedText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
