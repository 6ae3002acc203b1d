/** The kinds of tokens that SDKs use. */
type TokenKind = 'backend' | 'frontend'

interface SnippetValues {
  /** Address of the instance, without a slash at its end. */
  url: string
  secret: string
  flag: string
}

/** A complete program for an SDK. */
export interface SdkSnippet {
  id: string
  label: string
  /** The kind of token that this SDK needs. */
  token: TokenKind
  /** The command that installs the SDK; absent: there is nothing to install. */
  install?: string
  /** Name of the file for the code, and the command that runs it; absent: it becomes part of a page, an app or a project. */
  run?: { file: string; command: string }
  /** Advice for those who run the program elsewhere. */
  note?: string
  code: (place: SnippetValues) => string
}
