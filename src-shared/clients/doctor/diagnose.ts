import { sdkSnippet, SDK_SNIPPETS } from '../snippets/sdk-snippets.ts'
import type { Diagnosis, DiagnosisFinding, SecretState, Subject } from '../schemas/diagnosis.ts'
import { judgeToken, type KnownToken } from './judge-token.ts'
import { judgeUrl, type JudgedUrl } from './judge-url.ts'
import { linkOf, type FoundLink } from './links.ts'
import { readErrors, type ReadErrors } from './read-errors.ts'
import { readText, type FoundToken, type FoundUrl } from './read-text.ts'
import { PLACEHOLDER_URL, toFinding, type Instance, type SdkId, type InstanceFacts } from './terms.ts'
import { STATE_FINDINGS } from './token-rules.ts'

/** Findings in a text. Its secrets are questions to the instance, and part of no answer. */
export interface Findings {
  tokens: readonly FoundToken[]
  links: readonly { url: FoundUrl; link: FoundLink }[]
  urls: readonly FoundUrl[]
  errors: ReadErrors
}

/** Answers of an instance; absent: nobody was asked. */
export interface Knowledge {
  instance: Instance
  tokens: ReadonlyMap<FoundToken, KnownToken>
  links: ReadonlyMap<FoundUrl, SecretState>
  /** The text is the name of a token, not its secret. */
  isName?: boolean
}

/** Version that is assumed where no instance is known. */
const UNKNOWN_CONTRACT = '7.0.0'

/** Finds tokens, links, URLs and errors in a text. Never throws. */
export function examine(text: string): Findings {
  const { tokens, urls, text: plain } = readText(text)
  const errors = readErrors(plain)
  const links = urls.flatMap((url) => {
    const link = linkOf(url)
    return link ? [{ url, link }] : []
  })
  const isLink = new Set(links.map(({ url }) => url))
  return {
    tokens,
    links,
    urls: urls.filter((url) => !isLink.has(url)),
    errors,
  }
}

/** Says what a text is and what is wrong. Pure: the instance was asked before. */
export function diagnose(found: Findings, knowledge?: Knowledge): Diagnosis {
  const instance = knowledge?.instance
  const terms: InstanceFacts = {
    url: instance?.url ?? PLACEHOLDER_URL,
    contract: instance?.contract ?? UNKNOWN_CONTRACT,
  }
  const isRequest = found.errors.causes.length > 0
  const urls = found.urls.map((url) => judgeUrl(url, isRequest, { instance, terms }))
  const beside = urls.find(({ audience }) => audience !== undefined)
  const contract = urls.find((url) => url.contract !== undefined)?.contract ?? terms.contract
  const tokens = found.tokens
    .filter((token) => !isGuess(token, knowledge))
    .map((token) =>
      judgeToken(token, knowledge?.tokens.get(token), { terms, contract, audience: beside?.audience }),
    )
  const errors = errorSubject(found.errors, terms)
  const subjects = [
    ...(knowledge?.isName === true ? [NAME] : []),
    ...tokens,
    ...found.links.map(({ url, link }) => linkSubject(link, knowledge?.links.get(url), terms)),
    ...urls.map(urlSubject),
    ...(errors ? [errors] : []),
  ]
  const snippet = snippetFor(found, tokens, beside, terms)
  return {
    ...conclude(subjects),
    subjects,
    ...(snippet ? { snippet } : {}),
    ...(instance ? { instance: { url: instance.url, contract: instance.contract } } : {}),
  }
}

/** A word that only might be a token, and that no instance knows. */
function isGuess(token: FoundToken, knowledge: Knowledge | undefined): boolean {
  const state = knowledge?.tokens.get(token)?.facts.state
  return token.isGuess && state !== 'valid' && state !== 'expired'
}

const NAME: Subject = {
  kind: 'name',
  what: 'Name of a token',
  findings: [
    {
      id: 'token-name',
      severity: 'problem',
      message: 'This is the name of a token, not its secret. A name opens nothing.',
      advice:
        'Copy the secret. Tokens for a content delivery network have none here: no network is connected.',
    },
  ],
}

function linkSubject(
  { id, what }: FoundLink,
  state: SecretState = 'unchecked',
  terms: InstanceFacts,
): Subject {
  const rule =
    id === 'sign-in' && state === 'unchecked'
      ? {
          id: 'link-works-once',
          severity: 'info' as const,
          message: 'It signs a browser in as the first Admin: once, and within an hour of the start.',
          advice: 'If it fails, restart Halyard: it prints a new one.',
        }
      : STATE_FINDINGS[state]
  return {
    kind: 'link',
    what,
    token: { state },
    findings: [
      toFinding(rule, terms),
      toFinding(
        {
          id: 'link-for-browsers',
          severity: 'info',
          message: 'It is a link to open in a browser. SDKs cannot use it.',
        },
        terms,
      ),
    ],
  }
}

const urlSubject = ({ shown, contract, findings }: JudgedUrl): Subject => ({
  kind: 'url',
  what: 'URL',
  ...(shown === undefined ? {} : { shown }),
  ...(contract === undefined ? {} : { contract }),
  findings,
})

function errorSubject({ sdk, causes }: ReadErrors, terms: InstanceFacts): Subject | undefined {
  if (causes.length === 0) return undefined
  const label = sdk === undefined ? undefined : labelOf(sdk)
  return {
    kind: 'error',
    what: label === undefined ? 'Error' : `Error of the ${label} SDK`,
    findings: causes.map((cause) => toFinding(cause, terms)),
  }
}

const labelOf = (sdk: SdkId) => SDK_SNIPPETS.find(({ id }) => id === sdk)?.label

function snippetFor(
  { errors, tokens: found }: Findings,
  tokens: readonly Subject[],
  beside: JudgedUrl | undefined,
  { url }: InstanceFacts,
): Diagnosis['snippet'] {
  const type = tokens.find(({ token }) => token?.type !== undefined)?.token?.type
  const byToken =
    type === 'frontend' ? 'javascript' : type === 'client' || type === 'backend' ? 'node' : undefined
  const byUrl =
    beside?.audience === 'frontend' ? 'javascript' : beside?.audience === 'client' ? 'node' : undefined
  const byFormat = found.some(({ format, isGuess }) => format.id === 'api' && !isGuess) ? 'node' : undefined
  const id = errors.sdk ?? byToken ?? byUrl ?? byFormat
  if (id === undefined) return undefined
  const sdk = sdkSnippet(id)
  const secret = `<${sdk.token.toUpperCase()} TOKEN>`
  return {
    sdk: sdk.id,
    label: sdk.label,
    ...(sdk.install === undefined ? {} : { install: sdk.install }),
    code: sdk.code({ url, secret, flag: 'my-flag' }),
  }
}

const RANK: Readonly<Record<DiagnosisFinding['severity'], number>> = {
  problem: 3,
  warning: 2,
  info: 1,
  fine: 0,
}

function conclude(subjects: readonly Subject[]): Pick<Diagnosis, 'verdict' | 'summary'> {
  const all = subjects.flatMap(({ findings }) => findings)
  if (subjects.length === 0)
    return {
      verdict: 'unrecognised',
      summary:
        'Nothing here is known: no token, no URL, no error of an SDK. Paste the whole line, or the lines around it.',
    }
  const worst = all.reduce<DiagnosisFinding | undefined>(
    (one, next) => (one && RANK[one.severity] >= RANK[next.severity] ? one : next),
    undefined,
  )
  if (worst?.severity === 'problem' || worst?.severity === 'warning')
    return { verdict: worst.severity, summary: worst.message }
  return {
    verdict: 'fine',
    summary: worst?.severity === 'fine' ? worst.message : 'Nothing is wrong with it.',
  }
}
