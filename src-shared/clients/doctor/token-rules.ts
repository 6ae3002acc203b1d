import type { SecretState } from '../schemas/diagnosis.ts'
import type { Mistake } from './read-text.ts'
import type { FindingRule } from './terms.ts'
import type { TokenFormatId } from './token-formats.ts'

/** Mistakes of writing that a token has. */
export const MISTAKES: Readonly<Record<Mistake, FindingRule>> = {
  encoded: {
    id: 'token-encoded',
    severity: 'problem',
    message: 'The token is percent-encoded, as in a URL. Headers take it as it is.',
    advice: 'Decode it: %3A is a colon.',
  },
  newline: {
    id: 'token-newline',
    severity: 'problem',
    message: 'The token ends in a line break. With it, it is another token.',
    advice: 'Trim it where it is read from a file or a secret store.',
  },
  invisible: {
    id: 'token-invisible',
    severity: 'problem',
    message: 'There are invisible or typographic characters around the token.',
    advice: 'Copy it from where it was created, not from a document or chat.',
  },
  scheme: {
    id: 'token-scheme',
    severity: 'problem',
    message: 'The word before the token is not one that the instance reads.',
    advice: 'Send "Authorization: <token>" or "Authorization: Bearer <token>".',
  },
}

/** Findings that follow from the format alone. */
export const FORMAT_FINDINGS: Partial<Readonly<Record<TokenFormatId, FindingRule>>> = {
  placeholder: {
    id: 'token-placeholder',
    severity: 'problem',
    message: 'This stands for a token: the real one was never put in its place.',
    advice: 'Check that the variable is set where the SDK runs.',
  },
  masked: {
    id: 'token-masked',
    severity: 'problem',
    message: 'This is a token as a list or a log shows it: its secret is missing.',
    advice: 'Copy it from where it was created, or create a new one.',
  },
  'admin-name': {
    id: 'token-name-of-admin-token',
    severity: 'problem',
    message:
      'This is the name by which an admin token is listed. Its secret is not stored and cannot be shown.',
    advice: 'Use the secret that INIT_ADMIN_API_TOKENS had, or a personal access token.',
  },
  jwt: {
    id: 'token-jwt',
    severity: 'problem',
    message: 'This is a JSON Web Token, as sign-in providers issue them. No API of this instance takes it.',
    advice: 'Create an API token for SDKs, or a personal access token for scripts.',
  },
  uuid: {
    id: 'token-uuid',
    severity: 'problem',
    message: 'This is a UUID: the id of an instance, a request or an error, and no token.',
    advice: 'Tokens begin with a project and an environment, such as default:development.',
  },
  'bare-hex': {
    id: 'token-without-start',
    severity: 'problem',
    message: 'This looks like the end of a token. What is before the dot belongs to it.',
    advice: 'Copy all of it, such as default:development.…, user:… or signal:….',
  },
}

/** Findings that follow from the state. */
export const STATE_FINDINGS: Readonly<Record<SecretState, FindingRule>> = {
  valid: { id: 'token-valid', severity: 'fine', message: 'Valid token.' },
  expired: {
    id: 'token-expired',
    severity: 'problem',
    message: 'It has expired. Requests with it are answered with 401.',
    advice: 'Create a new one, or move the expiry of the API token.',
  },
  disabled: {
    id: 'token-disabled',
    severity: 'problem',
    message: 'It is turned off.',
    advice: 'An Admin can turn it on again.',
  },
  used: {
    id: 'link-used',
    severity: 'problem',
    message: 'This link was used already. It works once.',
    advice: 'Ask an Admin for a new one.',
  },
  unknown: {
    id: 'token-unknown',
    severity: 'problem',
    message: 'This instance does not know it: it was deleted, is mistyped, or belongs to another instance.',
    advice: 'Copy it again from where it was created, or create a new one.',
  },
  refused: {
    id: 'token-refused',
    severity: 'problem',
    message: 'This instance does not accept it: it is unknown, was deleted, has expired or is turned off.',
    advice: 'Ask somebody who may read tokens, or create a new one.',
  },
  unchecked: {
    id: 'token-unchecked',
    severity: 'info',
    message: 'Only its format was read: no instance was asked about it.',
  },
}

export const TOKEN_FINDINGS = {
  noEnvironment: {
    id: 'token-of-unknown-environment',
    severity: 'problem',
    message: 'It names an environment that this instance does not have. It was probably created elsewhere.',
    advice: 'Check that the URL and the token are of the same instance.',
  },
  wellKnown: {
    id: 'token-well-known',
    severity: 'warning',
    message: 'This token stands in public examples: everybody knows it.',
    advice: 'Create one with a random secret for anything but a trial.',
  },
  backendInBrowser: {
    id: 'token-wrong-kind',
    severity: 'problem',
    message:
      'A backend token does not open the frontend API: the answer is 403. It must not be in a page, where all can read it.',
    advice: ({ url }) => `Create a frontend token for ${url}/api/frontend.`,
  },
  frontendInServer: {
    id: 'token-wrong-kind',
    severity: 'problem',
    message: 'A frontend token does not open the client API: the answer is 403.',
    advice: ({ url }) =>
      `Create a backend token for ${url}/api, or use ${url}/api/frontend with an SDK of browsers.`,
  },
  notForAdmin: {
    id: 'token-wrong-kind',
    severity: 'problem',
    message: 'The admin API does not take tokens of SDKs: the answer is 403.',
    advice: 'Use a personal access token, or the token of a service account.',
  },
  notForSdks: {
    id: 'token-wrong-kind',
    severity: 'problem',
    message: 'The API of this URL does not take this kind of token.',
    advice: ({ url }) => `Server SDKs need a backend token for ${url}/api, browser SDKs a frontend token.`,
  },
  unwiseForSdks: {
    id: 'token-too-powerful',
    severity: 'warning',
    message:
      'The client API still takes this token, and it may do far more than read flags. Version 8 refuses it.',
    advice: 'Create a backend token for the SDK.',
  },
} satisfies Record<string, FindingRule>

/** Words for a token that lacks characters. */
export const cutShort = (missing: number): FindingRule => ({
  id: 'token-cut-short',
  severity: 'problem',
  message: `The token is cut short: ${missing} of its characters are missing.`,
  advice: 'Copy all of it. Columns of databases and form fields often cut it.',
})
